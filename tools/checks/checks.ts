import { run } from '../run.ts'
import { command } from './check.ts'
import type { Check } from './check.ts'
import { documents } from './documents.ts'
import { functions } from './functions.ts'
import { lock } from './lock.ts'
import { messages } from './messages.ts'
import { openApi } from './openApi.ts'
import { shape } from './shape.ts'
import { styles } from './styles.ts'
import { walls } from './walls.ts'
import { wording } from './wording.ts'

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
