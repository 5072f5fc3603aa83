import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Suite, Tally } from './Suite.ts'

const every = 15_000

/** Runs a suite, shows that it is alive, keeps its whole log, and prints the log where something failed. */
export async function runSuite(root: string, { name, run }: Suite): Promise<Tally> {
  const started = performance.now()
  const seconds = (): string => `${((performance.now() - started) / 1000).toFixed(0)} s`
  let last = ''
  const timer = setInterval(() => console.log(`… ${name} ${seconds()} ${last.slice(0, 100)}`), every)
  const tally = await run(root, (line) => (last = line)).catch(crashed)
  clearInterval(timer)

  const results = join(root, 'test-results')
  const log = join('test-results', `${name.replaceAll(' ', '-')}.log`)
  await mkdir(results, { recursive: true })
  await writeFile(join(root, log), tally.output)
  const skipped = tally.skipped > 0 ? `, ${tally.skipped} skipped` : ''
  const line = `${name}: ${tally.passed} passed, ${tally.failed} failed${skipped} in ${seconds()}`
  for (const test of tally.unsteady ?? []) console.log(`! unsteady, passed only alone: ${test}; see ${log}`)
  if (tally.failed === 0) console.log(`✓ ${line}`)
  else console.log(`\n${tally.output.trim()}\n\n✗ ${line}; all of it in ${log}`)
  return tally
}

const crashed = (error: unknown): Tally => ({
  passed: 0,
  failed: 1,
  skipped: 0,
  output: error instanceof Error ? (error.stack ?? error.message) : String(error),
})
