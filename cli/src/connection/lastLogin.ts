import { rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { Address } from '@connex/protocol'
import type { Context } from '../command/Command.ts'
import type { KeySource } from './keySource.ts'
import { makeDirectory, readJson, writeFileAtomic } from '../process/files.ts'

/** The file of `connex login`: no key, no password, no token. */
export type LastLogin = { readonly server: string; readonly key: KeySource; readonly chainId: number }

const fileOf = (context: Pick<Context, 'environment'>): string => join(stateDirectory(context), 'login.json')

export function readLogin(context: Pick<Context, 'environment'>): LastLogin | undefined {
  const stored = (readJson(fileOf(context)) ?? {}) as Readonly<Record<string, unknown>>
  const { server, chainId } = stored
  const key = keyOf(stored)
  const isWhole = typeof server === 'string' && key !== undefined && typeof chainId === 'number'
  return isWhole ? { server, key, chainId } : undefined
}

function keyOf({ wallet, signer, address }: Readonly<Record<string, unknown>>): KeySource | undefined {
  if (typeof wallet === 'string') return { wallet }
  const { success, data } = Address.safeParse(address)
  return typeof signer === 'string' && success ? { signer, address: data } : undefined
}

export async function saveLogin(
  context: Pick<Context, 'environment'>,
  { server, key, chainId }: LastLogin,
): Promise<void> {
  makeDirectory(stateDirectory(context))
  const login = { server, ...key, chainId }
  await writeFileAtomic(fileOf(context), JSON.stringify(login, undefined, 2), 0o600)
}

export const deleteLogin = (context: Pick<Context, 'environment'>): void =>
  rmSync(fileOf(context), { force: true })

/** The folder of the last login and of signed transactions that are not in a block yet. Neither is secret. */
export function stateDirectory({ environment }: Pick<Context, 'environment'>): string {
  const { CONNEX_STATE: own, XDG_STATE_HOME: shared } = environment
  return own || join(shared || join(homedir(), '.local', 'state'), 'connex')
}
