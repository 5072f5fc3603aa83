import { run } from '../run.ts'
import { readTally } from './readTally.ts'
import type { Suite } from './Suite.ts'

/** One of the contracts' proofs: a script whose last line counts, `N passed, N failed`. */
export const proof = (name: string, script: string, limit: number): Suite => ({
  name,
  run: async (root, onLine) => {
    const ended = await run(process.execPath, [script], { cwd: root, limit, onLine })
    return readTally(ended, JSON.stringify(ended.stdout), (report) => countLastLine(String(report)))
  },
})

export function countLastLine(text: string): { passed: number; failed: number; skipped: number } {
  const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(text) ?? []
  return { passed: Number(passed), failed: Number(failed), skipped: 0 }
}
