import type { Judged } from './runChecks.ts'

/** One line for a check that passed; everything that it said for one that did not. */
export function tellCheck({ name, ok, seconds, output }: Judged): void {
  const line = `${ok ? '✓' : '✗'} ${name.padEnd(10)} ${seconds.toFixed(1).padStart(5)} s`
  console.log(ok ? line : `${line}\n\n${output.trim() || 'It failed without a word.'}\n`)
}
