import { run } from '../run.ts'
import type { Check } from './Check.ts'

/** Every room's types. A room's mistake shows in each room above it, but is told once. */
export const types: Check = {
  name: 'types',
  judge: async (root) => {
    const { code, output } = await run('tsc', ['-b', '--pretty', 'false'], { cwd: root, limit: 300 })
    return { ok: code === 0, output: [...new Set(output.split('\n'))].join('\n') }
  },
}
