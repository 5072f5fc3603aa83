import { run } from '../run.ts'
import type { Suite } from './Suite.ts'

/** The web client can be built; the story then runs on what was built. */
export const client: Suite = {
  name: 'client',
  run: async (root, onLine) => {
    const { code, output } = await run(process.execPath, ['tools/setup.mjs', 'build'], {
      cwd: root,
      limit: 300,
      onLine,
    })
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, output }
  },
}
