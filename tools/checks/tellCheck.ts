import type { Judged } from './runChecks.ts'

/** One line about a check. */
export const lineOf = ({ name, ok, seconds }: Judged): string =>
  `${ok ? '✓' : '✗'} ${name.padEnd(10)} ${seconds.toFixed(1).padStart(5)} s`

/** The line, and everything that it said about a check that failed. */
export function tellCheck(judged: Judged): void {
  console.log(lineOf(judged))
  if (!judged.ok) console.log(`\n${judged.output.trim() || 'It failed without a word.'}\n`)
}
