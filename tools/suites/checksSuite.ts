import { checks } from '../checks/checks.ts'
import { runChecks } from '../checks/runChecks.ts'
import { lineOf } from '../checks/tellCheck.ts'
import type { Suite } from './Suite.ts'

/** `npm run check` as a suite: each check counts as one. */
export const checksSuite: Suite = {
  name: 'checks',
  run: async (root) => {
    const judged = await runChecks(root, checks, (one) => console.log(lineOf(one)))
    const failed = judged.filter(({ ok }) => !ok)
    return {
      passed: judged.length - failed.length,
      failed: failed.length,
      skipped: 0,
      output: failed.map(({ name, output }) => `✗ ${name}\n\n${output.trim()}\n`).join('\n'),
    }
  },
}
