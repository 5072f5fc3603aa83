import type { UnlockProgress } from '../wallet/UnlockProgress.ts'
import { isJsonObject } from '../wallet/fields.ts'
import { walletLimits } from '../wallet/walletLimits.ts'

/** What a page asks of the context that holds the key. `fields` are checked by the signer itself. */
export type SignerCommand =
  | {
      id: number
      type: 'unlock'
      file: Uint8Array
      password: string
      chainId: number
      /** Where the key goes, instead of being kept here. */
      keeper: MessagePort | undefined
    }
  | { id: number; type: 'signRequest'; fields: unknown }
  | { id: number; type: 'signTransaction'; fields: unknown }
  | { id: number; type: 'signBatch'; fields: unknown }
  | { id: number; type: 'allowContracts'; contracts: readonly unknown[] }
  | { id: number; type: 'lock' }

/** What comes back: to each command one result or failure, and progress while unlocking. */
export type SignerReply =
  | { id: number; type: 'progress'; progress: UnlockProgress }
  | { id: number; type: 'result'; value: string }
  | { id: number; type: 'failure'; error: SignerFailure }

/** An error as it crosses the port: stack traces stay where they are. */
export type SignerFailure = {
  name: 'WalletError' | 'SignerError'
  code: string
  detail: string | undefined
  cause: SignerFailure | undefined
}

/** A command, or undefined for anything that is none: extensions and tools send messages of their own. */
export function parseSignerCommand(data: unknown): SignerCommand | undefined {
  if (!isJsonObject(data)) return undefined
  const { id, type } = data
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) return undefined
  switch (type) {
    case 'unlock':
      return parseUnlock(id, data)
    case 'signRequest':
    case 'signTransaction':
    case 'signBatch':
      return { id, type, fields: data['fields'] }
    case 'allowContracts':
      return Array.isArray(data['contracts'])
        ? { id, type, contracts: data['contracts'] as unknown[] }
        : undefined
    case 'lock':
      return { id, type }
    default:
      return undefined
  }
}

function parseUnlock(
  id: number,
  { file, password, chainId, keeper }: Record<string, unknown>,
): SignerCommand | undefined {
  if (!(file instanceof Uint8Array) || file.length > walletLimits.fileBytes) return undefined
  if (typeof password !== 'string') return undefined
  if (typeof chainId !== 'number' || !Number.isSafeInteger(chainId) || chainId < 1) return undefined
  if (keeper !== undefined && !(keeper instanceof MessagePort)) return undefined
  return { id, type: 'unlock', file, password, chainId, keeper }
}
