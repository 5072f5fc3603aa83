import { join } from 'node:path'
import { run } from '../run.ts'
import { readReport, readTally } from './readTally.ts'
import type { Suite } from './Suite.ts'

type Report = {
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

/** Vitest's tests of every room: the real ledger and database where they are needed. */
export const unit = (name = 'unit', tests = 'quick', limit = 1800): Suite => ({
  name,
  run: async (root, onLine) => {
    const file = join('test-results', `${name.replaceAll(' ', '-')}.json`)
    const parameters = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const env = { NO_COLOR: '1', CONNEX_TESTS: tests }
    const ended = await run('vitest', parameters, { cwd: root, env, limit, onLine })
    return readTally(ended, await readReport(join(root, file)), countUnit)
  },
})

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
