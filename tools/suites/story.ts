import { join } from 'node:path'
import { run } from '../run.ts'
import { retryFailures, readReport, countResults } from './suite.ts'
import type { Suite, SuiteResult } from './suite.ts'

type Spec = { title: string; ok: boolean; file: string }
type Block = { specs?: Spec[]; suites?: Block[] }
type Report = {
  suites: Block[]
  errors: unknown[]
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

export type StoryOptions = {
  /** Playwright's: expressions for the paths of the test files, and options; every file without it. */
  parameters?: readonly string[]
  /** In seconds. */
  limit?: number
  kind?: 'everyday' | 'deep'
  inputs?: readonly string[]
}

/** The product in a real browser, across both servers. */
export const story = (name = 'story', options: StoryOptions = {}): Suite => ({
  name,
  ...(options.parameters === undefined ? {} : { parameters: options.parameters }),
  ...(options.inputs === undefined ? {} : { inputs: options.inputs }),
  run: async (root, onLine) => {
    const { parameters = [], limit = 900, kind = 'everyday' } = options
    const runTests = async (report: string, more: readonly string[]): Promise<SuiteResult> => {
      const file = join(root, 'test-results', report)
      const env = { NO_COLOR: '1', FORCE_COLOR: '0', CONNEX_TESTS: kind, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
      const all = ['test', '--reporter=list,json', ...parameters, ...more]
      const ended = await run('playwright', all, { cwd: root, env, limit, onLine })
      return countResults(ended, await readReport(file), countStory)
    }
    // A deep story may be named alone: without a client, each of its tests would wait for a login that never comes.
    const setUp = await run(process.execPath, ['tools/setup.mjs', 'build'], { cwd: root, limit: 300, onLine })
    if (setUp.code !== 0) return { passed: 0, failed: 1, skipped: 0, output: setUp.output }
    const file = `${name.replaceAll(' ', '-')}.json`
    const result = await runTests(file, [])
    const names = failedStories(await readReport(join(root, 'test-results', file)))
    return retryFailures(result, names, () =>
      runTests(file.replace('.json', '-again.json'), ['--last-failed', '--trace=on']),
    )
  },
})

/** The failed stories, each with its file. */
export function failedStories(report: string | undefined): string[] {
  const of = ({ specs = [], suites = [] }: Block): string[] => [
    ...specs.filter(({ ok }) => !ok).map(({ file, title }) => `${file}: ${title}`),
    ...suites.flatMap(of),
  ]
  return report === undefined ? [] : (JSON.parse(report) as Report).suites.flatMap(of)
}

/** Playwright itself tries nothing again. Errors outside the tests count as well. */
export function countStory(report: unknown): { passed: number; failed: number; skipped: number } {
  const { stats, errors } = report as Report
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  }
}
