import type { Clock } from './createWatch.ts'

const WINDOWS = [
  { milliseconds: 1_000, most: 20 },
  { milliseconds: 60_000, most: 300 },
] as const
const KEPT = 300

/** Lets 20 pass a second and 300 a minute, in the order in which they came. Who is early waits; nobody is refused. */
export function createPace({ steady, wait }: Pick<Clock, 'steady' | 'wait'>): () => Promise<void> {
  const passed: number[] = []
  let last = Promise.resolve()

  const untilNext = (): number => {
    const now = steady()
    const waits = WINDOWS.map(({ milliseconds, most }) => {
      const first = passed.at(-most)
      return first === undefined ? 0 : first + milliseconds - now
    })
    return Math.max(0, ...waits)
  }
  const pass = async (): Promise<void> => {
    for (let left = untilNext(); left > 0; left = untilNext()) await wait(left)
    passed.push(steady())
    if (passed.length > KEPT) passed.shift()
  }
  return () => (last = last.then(pass))
}
