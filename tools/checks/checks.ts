import type { Check } from './Check.ts'
import { command } from './command.ts'
import { documents } from './documents.ts'
import { lock } from './lock.ts'
import { openApi } from './openApi.ts'
import { shape } from './shape.ts'
import { types } from './types.ts'
import { walls } from './walls.ts'
import { words } from './words.ts'

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
  words,
  lock,
  documents,
  openApi,
]
