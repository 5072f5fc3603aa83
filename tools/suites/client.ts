import { run } from '../run.ts'
import type { Suite, Tally } from './Suite.ts'

const BUILDING = 'Building the web client'

/** Builds the web client for the browser tests, which run on it; a second setup must find nothing to build. */
export const client: Suite = {
  name: 'client',
  run: async (root, onLine) => {
    const setUp = () => run(process.execPath, ['tools/setup.mjs', 'build'], { cwd: root, limit: 300, onLine })
    const first = await setUp()
    if (first.code !== 0) return tally(0, first.output)
    const second = await setUp()
    const builtAgain = second.code !== 0 || second.output.includes(BUILDING)
    const fault = builtAgain ? '\nA second setup built the client again, though nothing had changed.' : ''
    return tally(builtAgain ? 1 : 2, `${first.output}${second.output}${fault}`)
  },
}

const tally = (passed: number, output: string): Tally => ({ passed, failed: 2 - passed, skipped: 0, output })
