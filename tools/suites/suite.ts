import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Run } from '../run.ts'

/** `output` is the log to read; `unsteady` are tests that failed among the others and passed alone. */
export type SuiteResult = {
  passed: number
  failed: number
  skipped: number
  output: string
  unsteady?: string[]
}

export type Suite = {
  name: string
  /**
   * How the names of the files begin that the suite depends on; `contracts/*.sol` for those with an ending, `a/package.json#dependencies`
   * where it depends on what that installs, `a/one.test.ts#imports` for a file and all that it imports, a package.json as above, and
   * `!*.test.ts` for files that it leaves out of all these. Without inputs, the suite depends on every file.
   */
  inputs?: readonly string[]
  /** The runner's: parts of the paths of its test files, and options. */
  parameters?: readonly string[]
  /** Of its test files, those of other suites: a glob. */
  leavesOut?: string
  run: (root: string, onLine: (line: string) => void) => Promise<SuiteResult>
}

type Counts = Omit<SuiteResult, 'output'>

/**
 * The runner's counts by its report, checked against its exit code: no report, no test, or a nonzero exit code without a
 * failed test is a failure too.
 */
export function countResults(
  run: Run,
  report: string | undefined,
  count: (report: unknown) => Counts,
): SuiteResult {
  const counts = countReport(report, count)
  const because = (reason: string): SuiteResult => ({
    ...(counts ?? { passed: 0, skipped: 0 }),
    failed: 1,
    output: `${run.output.trim()}\n\n${reason}`,
  })
  if (counts === undefined) return because('The runner left no report that could be counted.')
  if (counts.passed + counts.failed === 0) return because('No test ran.')
  if (run.code !== 0 && counts.failed === 0)
    return because(`The runner ended with ${run.code}, though no test failed.`)
  return { ...counts, output: run.output }
}

function countReport(report: string | undefined, count: (report: unknown) => Counts): Counts | undefined {
  try {
    const counts = report === undefined ? undefined : count(JSON.parse(report))
    return counts !== undefined && Object.values(counts).every(Number.isSafeInteger) ? counts : undefined
  } catch {
    return undefined
  }
}

export const readReport = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch(() => undefined)

/** More failures than this are not an accident of a busy machine. */
const MAX_RETRIED = 5

/**
 * Runs a few failed tests once more, alone. Those that pass then count as passed and are reported as unsteady: a fault of
 * the test or of the product that somebody has to find, but not a reason to stop everybody else's work.
 * `retryFailures(result, ['a refused push waits'], run)`: `run` runs the files of these tests and nothing else.
 */
export async function retryFailures(
  result: SuiteResult,
  failed: readonly string[],
  run: () => Promise<SuiteResult>,
): Promise<SuiteResult> {
  // A failure that is not one of the tests named would be forgotten.
  if (failed.length === 0 || failed.length > MAX_RETRIED || result.failed !== failed.length) return result
  const again = await run()
  const output = `${result.output.trim()}\n\nOnce more, alone:\n${again.output}`
  if (again.failed > 0) return { ...result, output }
  return { ...result, passed: result.passed + result.failed, failed: 0, output, unsteady: [...failed] }
}

const every = 15_000

/** Runs a suite with a sign of life every 15 s, writes its whole log, and prints the log if a test failed. */
export async function runSuite(root: string, { name, run }: Suite): Promise<SuiteResult> {
  const started = performance.now()
  const seconds = (): string => `${((performance.now() - started) / 1000).toFixed(0)} s`
  let last = ''
  const timer = setInterval(() => console.log(`… ${name} ${seconds()} ${last.slice(0, 100)}`), every)
  const result = await run(root, (line) => (last = line)).catch(crashed)
  clearInterval(timer)

  const results = join(root, 'test-results')
  const log = join('test-results', `${name.replaceAll(' ', '-')}.log`)
  await mkdir(results, { recursive: true })
  await writeFile(join(root, log), result.output)
  const skipped = result.skipped > 0 ? `, ${result.skipped} skipped` : ''
  const line = `${name}: ${result.passed} passed, ${result.failed} failed${skipped} in ${seconds()}`
  for (const test of result.unsteady ?? []) console.log(`! unsteady, passed only alone: ${test}; see ${log}`)
  if (result.passed + result.failed === 0) console.log(`- ${line}: ${result.output.trim().split('\n')[0]}`)
  else if (result.failed === 0) console.log(`✓ ${line}`)
  else console.log(`\n${result.output.trim()}\n\n✗ ${line}; all of it in ${log}`)
  return result
}

const crashed = (error: unknown): SuiteResult => ({
  passed: 0,
  failed: 1,
  skipped: 0,
  output: error instanceof Error ? (error.stack ?? error.message) : String(error),
})
