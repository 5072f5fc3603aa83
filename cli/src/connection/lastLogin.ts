import { rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '../command/Command.ts'
import { makeDirectory, readJson, writeFileAtomic } from '../process/files.ts'

/** The file of `connex login`: no key, no password, no token. */
export type LastLogin = { readonly server: string; readonly wallet: string; readonly chainId: number }

const fileOf = (context: Pick<Context, 'environment'>): string => join(stateDirectory(context), 'login.json')

export function readLogin(context: Pick<Context, 'environment'>): LastLogin | undefined {
  const { server, wallet, chainId } = (readJson(fileOf(context)) ?? {}) as Partial<LastLogin>
  const isWhole = typeof server === 'string' && typeof wallet === 'string' && typeof chainId === 'number'
  return isWhole ? { server, wallet, chainId } : undefined
}

export async function saveLogin(context: Pick<Context, 'environment'>, login: LastLogin): Promise<void> {
  makeDirectory(stateDirectory(context))
  await writeFileAtomic(fileOf(context), JSON.stringify(login, undefined, 2), 0o600)
}

export const deleteLogin = (context: Pick<Context, 'environment'>): void =>
  rmSync(fileOf(context), { force: true })

/** The folder of the last login and of signed transactions that are not in a block yet. Neither is secret. */
export function stateDirectory({ environment }: Pick<Context, 'environment'>): string {
  const { CONNEX_STATE: own, XDG_STATE_HOME: shared } = environment
  return own || join(shared || join(homedir(), '.local', 'state'), 'connex')
}
