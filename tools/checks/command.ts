import { run } from '../run.ts'
import type { Check } from './Check.ts'

/** A check that a tool makes: it fails as the tool does, with the tool's own words. */
export function command(name: string, tool: string, parameters: readonly string[]): Check {
  return {
    name,
    judge: async (root) => {
      const { code, output } = await run(tool, parameters, { cwd: root, limit: 300 })
      return { ok: code === 0, output }
    },
  }
}
