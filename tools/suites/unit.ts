import { basename, join } from 'node:path'
import { run } from '../run.ts'
import { retryFailures, readReport, countResults } from './suite.ts'
import type { Suite, SuiteResult } from './suite.ts'

type Report = {
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[]
}

type Options = {
  /** Vitest's: parts of the paths of the test files, and options; every file without it. */
  parameters?: readonly string[]
  /** Of these, the files of other suites: a glob. */
  leavesOut?: string
  env?: Readonly<Record<string, string>>
  inputs?: readonly string[]
}

/** One more than vitest.config.ts has: many tests wait for blocks that come every two seconds. Deep tests also measure. */
const WORKERS = 4

/** Vitest's tests: the real ledger and database where they are needed. */
export const unit = (): Suite =>
  vitestSuite('unit', 'quick', 1800, { parameters: [`--maxWorkers=${WORKERS}`] })
export const deepUnit = (name: string, options: Options): Suite => vitestSuite(name, 'deep', 21_600, options)

const vitestSuite = (
  name: string,
  tests: 'quick' | 'deep',
  limit: number,
  { parameters = [], leavesOut, env = {}, inputs }: Options,
): Suite => ({
  name,
  parameters,
  ...(inputs === undefined ? {} : { inputs }),
  ...(leavesOut === undefined ? {} : { leavesOut }),
  run: async (root, onLine) => {
    const file = join('test-results', `${name.replaceAll(' ', '-')}.json`)
    const runTests = async (report: string, selected: readonly string[]): Promise<SuiteResult> => {
      const all = ['run', ...selected, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
      const ended = await run('vitest', all, {
        cwd: root,
        env: {
          ...env,
          ...(leavesOut === undefined ? {} : { CONNEX_LEFT_OUT: leavesOut }),
          NO_COLOR: '1',
          CONNEX_TESTS: tests,
        },
        limit,
        onLine,
      })
      return countResults(ended, await readReport(join(root, report)), countUnit)
    }
    const result = await runTests(file, parameters)
    const { paths, names } = failuresOf(await readReport(join(root, file)))
    return retryFailures(result, names, () => runTests(file.replace('.json', '-again.json'), paths))
  },
})

/** The files that failed, and what failed in each: its tests, or the file itself where it broke before the first. */
export function failuresOf(report: string | undefined): { paths: string[]; names: string[] } {
  if (report === undefined) return { paths: [], names: [] }
  const files = (JSON.parse(report) as Report).testResults.filter(({ status }) => status === 'failed')
  const names = files.flatMap(({ name, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    const titles = failed.length > 0 ? failed.map(({ fullName }) => fullName) : ['before its first test']
    return titles.map((what) => `${basename(name)}: ${what}`)
  })
  return { paths: [...new Set(files.map(({ name }) => name))], names }
}

/** A file that broke before its first test counts as one failure: its tests are not in the report. */
export function countUnit(report: unknown): { passed: number; failed: number; skipped: number } {
  const files = (report as Report).testResults
  const tests = files.flatMap(({ assertionResults }) => assertionResults)
  const broken = files.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  )
  const failed = tests.filter(({ status }) => status === 'failed').length
  const passed = tests.filter(({ status }) => status === 'passed').length
  return { passed, failed: failed + broken.length, skipped: tests.length - passed - failed }
}
