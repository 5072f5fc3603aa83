import { join } from 'node:path'
import { run } from '../run.ts'
import { readReport, readTally } from './readTally.ts'
import type { Suite } from './Suite.ts'

type Report = {
  errors: unknown[]
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

/** The product in a real browser, across both servers. */
export const story = (name = 'story', parameters: readonly string[] = [], limit = 900): Suite => ({
  name,
  run: async (root, onLine) => {
    const file = join(root, 'test-results', `${name.replaceAll(' ', '-')}.json`)
    const env = { NO_COLOR: '1', FORCE_COLOR: '0', PLAYWRIGHT_JSON_OUTPUT_FILE: file }
    const ended = await run('playwright', ['test', '--reporter=list,json', ...parameters], {
      cwd: root,
      env,
      limit,
      onLine,
    })
    return readTally(ended, await readReport(file), countStory)
  },
})

/** What passed only when tried again has failed. Errors outside the tests count as well. */
export function countStory(report: unknown): { passed: number; failed: number; skipped: number } {
  const { stats, errors } = report as Report
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  }
}
