import type { Address } from '@connex/protocol'
import { createLocalSigner } from '../createLocalSigner.ts'
import type { BatchToSign, RequestToSign, Signer, TransactionToSign } from '../Signer.ts'
import { SignerError } from '../Signer.ts'
import { createPace, createWatch, type Clock } from './watch.ts'
import type { LockReason } from './vaultMessages.ts'

export type VaultStatus =
  | {
      isUnlocked: true
      address: Address
      chainId: number
      /** Milliseconds until it is locked, whatever its user does. */
      left: number
    }
  | { isUnlocked: false; reason: LockReason }

export type VaultOptions = {
  readonly clock: Clock
  readonly onLock: (reason: LockReason) => void
}

/**
 * Keeps one key in memory while someone is there: nothing comes out but signatures, and what time or the user ends is
 * wiped. It knows of no browser; `serveVault` puts it behind a service worker's messages.
 *
 * @example
 * const vault = createVault({ clock, onLock: tellAllTabs })
 * vault.open(privateKey, { chainId: 31337, idleMs: IDLE_MS.usual })
 */
export function createVault({ clock, onLock }: VaultOptions) {
  const watch = createWatch(clock)
  let signer: Signer | undefined
  let reason: LockReason = 'neverOpened'
  let chainId = 0

  const lock = (because: LockReason | undefined): void => {
    if (signer === undefined || because === undefined) return
    signer.lock()
    signer = undefined
    reason = because
    onLock(because)
  }

  /** Locks the vault once its time is over. Runs before each answer, and every few seconds. */
  const check = (): void => lock(signer === undefined ? undefined : watch.overdue())

  /** The signer of this wallet; a tab that believes in another one is behind the times. */
  const openedFor = (address: unknown): Signer => {
    check()
    if (signer === undefined || signer.address !== address) throw new SignerError('walletNotInitialized')
    return signer
  }

  const status = (): VaultStatus => {
    check()
    return signer === undefined
      ? { isUnlocked: false, reason }
      : { isUnlocked: true, address: signer.address, chainId, left: watch.left() }
  }

  return {
    check,
    status,
    /** The same wallet restarts its time; another wallet locks the first. */
    open(privateKey: Uint8Array, options: { chainId: number; idleMs: number }): Address {
      const next = createLocalSigner(privateKey, options)
      privateKey.fill(0)
      if (signer?.address !== next.address) lock('otherWallet')
      signer?.lock()
      signer = next
      chainId = options.chainId
      watch.start(options.idleMs)
      return next.address
    },
    /** A tab is there, and its user has done something since its last beat, or not. */
    beat(isActive: boolean): VaultStatus {
      check()
      watch.beat(isActive)
      return status()
    },
    /** By its user. A tab that believes in another wallet locks nothing. */
    lock(address: unknown): void {
      if (signer?.address === address) lock('loggedOut')
    },
    ...signerCalls(createPace(clock), openedFor),
  }
}

/** The vault may lock while a signature waits for its turn, so the signer is looked up before and after. */
function signerCalls(pace: () => Promise<void>, openedFor: (address: unknown) => Signer) {
  const signerInTurn = async (address: unknown): Promise<Signer> => {
    openedFor(address)
    await pace()
    return openedFor(address)
  }
  return {
    async signRequest(address: unknown, fields: unknown): Promise<string> {
      return (await signerInTurn(address)).signRequest(fields as RequestToSign)
    },
    async signTransaction(address: unknown, fields: unknown): Promise<string> {
      return (await signerInTurn(address)).signTransaction(fields as TransactionToSign)
    },
    async signBatch(address: unknown, fields: unknown): Promise<string> {
      return (await signerInTurn(address)).signBatch(fields as BatchToSign)
    },
    async allowContracts(address: unknown, contracts: readonly unknown[]): Promise<void> {
      await openedFor(address).allowContracts(contracts as readonly Address[])
    },
  }
}
