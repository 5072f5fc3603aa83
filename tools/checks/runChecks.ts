import type { Check, Finding } from './Check.ts'

export type Judged = Finding & { name: string; seconds: number }

/** Judges a folder by several checks, two at a time, and tells of each as it ends. */
export async function runChecks(
  root: string,
  checks: readonly Check[],
  tell: (judged: Judged) => void,
): Promise<Judged[]> {
  const waiting = [...checks]
  const done: Judged[] = []
  const work = async (): Promise<void> => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const judged = await judge(root, check)
      done.push(judged)
      tell(judged)
    }
  }
  await Promise.all([work(), work()])
  return done
}

async function judge(root: string, { name, judge: look }: Check): Promise<Judged> {
  const started = performance.now()
  const finding = await look(root).catch((error: unknown) => ({ ok: false, output: String(error) }))
  return { name, seconds: (performance.now() - started) / 1000, ...finding }
}
