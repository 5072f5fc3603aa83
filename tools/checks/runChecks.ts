import type { Check, Finding } from './check.ts'

export type Judged = Finding & { name: string; seconds: number }

/** Judges a folder by several checks, two at a time, and reports each as it ends. */
export async function runChecks(
  root: string,
  checks: readonly Check[],
  report: (judged: Judged) => void,
): Promise<Judged[]> {
  const waiting = [...checks]
  const done: Judged[] = []
  const work = async (): Promise<void> => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const judged = await judge(root, check)
      done.push(judged)
      report(judged)
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

/** One line about a check. */
export const lineOf = ({ name, ok, seconds }: Judged): string =>
  `${ok ? '✓' : '✗'} ${name.padEnd(10)} ${seconds.toFixed(1).padStart(5)} s`

/** The line, and the whole output of a check that failed. */
export function printResult(judged: Judged): void {
  console.log(lineOf(judged))
  if (!judged.ok) console.log(`\n${judged.output.trim() || 'It failed without output.'}\n`)
}
