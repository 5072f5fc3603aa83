import { run } from '../run.ts'
import type { Fault } from './baseline.ts'
import { command } from './check.ts'
import type { Check } from './check.ts'
import { documents } from './documents.ts'
import { functionFaults, functions } from './functions.ts'
import { lock } from './lock.ts'
import { messages } from './messages.ts'
import { openApi } from './openApi.ts'
import { shape, shapeFaults } from './shape.ts'
import { styles } from './styles.ts'
import { wallFaults, walls } from './walls.ts'
import { wording, wordingFaults } from './wording.ts'

/**
 * The types of every package. A mistake shows in each package above it, but is reported once. Packages are checked side by
 * side; a second checker inside one would do most of the first one's work again.
 */
const types: Check = {
  name: 'types',
  judge: async (root) => {
    const { code, output } = await run('tsc', ['-b', '--checkers', '1', '--pretty', 'false'], {
      cwd: root,
      limit: 300,
    })
    return { ok: code === 0, output: [...new Set(output.split('\n'))].join('\n') }
  },
}

/** Everything that `npm run check` looks at; the longest begin. */
export const checks: readonly Check[] = [
  command('generated', process.execPath, ['contracts/script/generate.ts', '--check']),
  command('format', 'prettier', ['--check', '--log-level=warn', '.']),
  types,
  command('lint', 'oxlint', []),
  command('solidity', 'npm', ['run', '--silent', 'lint', '--workspace', 'contracts']),
  command('dead code', 'knip', ['--no-progress']),
  walls,
  shape,
  functions,
  wording,
  messages,
  styles,
  lock,
  documents,
  openApi,
]

/** The faults that the baseline may accept. */
export async function allFaults(root: string): Promise<Fault[]> {
  const judged = [shapeFaults(root), functionFaults(root), wordingFaults(root), wallFaults(root)]
  return (await Promise.all(judged)).flat()
}
