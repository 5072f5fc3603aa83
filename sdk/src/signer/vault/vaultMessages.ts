// Commands, replies and announcements between the pages of an origin and their vault.
import { isJsonObject } from '../../json.ts'

/**
 * Why a vault is empty: nobody has opened it, its user locked it or has been idle, it was open for longer than a day's
 * work, no tab is left, the machine slept, or another wallet was opened.
 */
const LOCK_REASONS = [
  'neverOpened',
  'loggedOut',
  'idle',
  'tooLong',
  'alone',
  'clockJump',
  'otherWallet',
] as const

export type LockReason = (typeof LOCK_REASONS)[number]

/** The channel that announces to every tab that the vault was opened or locked. */
export const VAULT_NEWS = 'connex-vault'

/** Announcements of the vault to all tabs. */
export type VaultNews = { type: 'locked'; reason: LockReason } | { type: 'unlocked'; address: string }

/** A tab's commands. Each comes with a port for its one reply; `receiveKey` with a second one for the key. */
export type VaultCommand =
  | { type: 'status' }
  | { type: 'beat'; isActive: boolean }
  | { type: 'receiveKey'; chainId: number; idleMs: number }
  | { type: 'signRequest'; address: unknown; fields: unknown }
  | { type: 'signTransaction'; address: unknown; fields: unknown }
  | { type: 'signBatch'; address: unknown; fields: unknown }
  | { type: 'allowContracts'; address: unknown; contracts: readonly unknown[] }
  | { type: 'lock'; address: unknown }

/** A command, or undefined for anything else. */
export function parseVaultCommand(data: unknown): VaultCommand | undefined {
  if (!isJsonObject(data)) return undefined
  const { type, isActive, chainId, idleMs, address, fields, contracts } = data
  switch (type) {
    case 'status':
      return { type }
    case 'lock':
      return { type, address }
    case 'beat':
      return { type, isActive: isActive === true }
    case 'receiveKey':
      return isPositive(chainId) && isPositive(idleMs) ? { type, chainId, idleMs } : undefined
    case 'signRequest':
    case 'signTransaction':
    case 'signBatch':
      return { type, address, fields }
    case 'allowContracts':
      return Array.isArray(contracts) ? { type, address, contracts: contracts as unknown[] } : undefined
    default:
      return undefined
  }
}

/** News, or undefined for anything else. */
export function parseVaultNews(data: unknown): VaultNews | undefined {
  if (!isJsonObject(data)) return undefined
  const { type, reason, address } = data
  if (type === 'unlocked' && typeof address === 'string') return { type, address }
  const known = LOCK_REASONS.find((candidate) => candidate === reason)
  return type === 'locked' && known !== undefined ? { type, reason: known } : undefined
}

const isPositive = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0
