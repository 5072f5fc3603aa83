import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '../command/Command.ts'

/**
 * Where the command line keeps what outlives a command: which server and wallet were used last, and what was signed
 * but is in no block yet. Neither is a secret.
 */
export function stateDirectory({ environment }: Pick<Context, 'environment'>): string {
  const { CONNEX_STATE: own, XDG_STATE_HOME: shared } = environment
  return own || join(shared || join(homedir(), '.local', 'state'), 'connex')
}
