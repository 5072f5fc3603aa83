// The clock of a vault: when it locks, and how fast it signs.
import type { LockReason } from './vaultMessages.ts'

export type Clock = {
  /** The time of day, which jumps when the machine wakes. */
  readonly now: () => number
  /** Time that passes evenly. */
  readonly steady: () => number
  readonly wait: (milliseconds: number) => Promise<void>
}

const SECOND = 1000
const MINUTE = 60 * SECOND

/** Four beats and a half (beatInterval.ts). */
const ALONE_MS = 45 * SECOND
const LONGEST_MS = 8 * 60 * MINUTE
const JUMP_MS = 5 * MINUTE
/** From one minute to an hour; by default a quarter of an hour. */
export const IDLE_MS = { least: MINUTE, usual: 15 * MINUTE, most: 60 * MINUTE } as const

/**
 * Says when an opened wallet's time is over, and why: nobody there, nothing done, a day's work, a machine that slept.
 *
 * @example
 * const watch = createWatch(browserClock)
 * watch.start(IDLE_MS.usual)
 * const reason = watch.overdue()
 */
export function createWatch(clock: Clock) {
  let idleMs: number = IDLE_MS.usual
  let startedAt = 0
  let beatAt = 0
  let activeAt = 0
  let last = { now: 0, steady: 0 }

  return {
    start(idle: number): void {
      idleMs = Math.min(IDLE_MS.most, Math.max(IDLE_MS.least, idle))
      const steady = clock.steady()
      startedAt = beatAt = activeAt = steady
      last = { now: clock.now(), steady }
    },
    /** Someone is there, and has done something since the last beat, or not. */
    beat(isActive: boolean): void {
      beatAt = clock.steady()
      if (isActive) activeAt = beatAt
    },
    overdue(): LockReason | undefined {
      const now = clock.now()
      const steady = clock.steady()
      const jump = Math.abs(now - last.now - (steady - last.steady))
      last = { now, steady }
      if (jump > JUMP_MS) return 'clockJump'
      if (steady - beatAt > ALONE_MS) return 'alone'
      if (steady - activeAt > idleMs) return 'idle'
      return steady - startedAt > LONGEST_MS ? 'tooLong' : undefined
    },
    /** What is left of a day's work, in milliseconds. */
    left: (): number => Math.max(0, startedAt + LONGEST_MS - clock.steady()),
  }
}

/** The clock of a page or a worker. */
export const browserClock: Clock = {
  now: () => Date.now(),
  steady: () => performance.now(),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}

const WINDOWS = [
  { milliseconds: 1_000, most: 20 },
  { milliseconds: 60_000, most: 300 },
] as const
const HISTORY = 300

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
    if (passed.length > HISTORY) passed.shift()
  }
  return () => (last = last.then(pass))
}
