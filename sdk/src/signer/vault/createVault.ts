import type { Address } from '@connex/protocol'
import { createLocalSigner } from '../createLocalSigner.ts'
import type { RequestToSign, Signer, TransactionToSign } from '../Signer.ts'
import { SignerError } from '../SignerError.ts'
import { createPace } from './createPace.ts'
import type { LockReason } from './LockReason.ts'

export type VaultStatus =
  { isUnlocked: true; address: Address; chainId: number } | { isUnlocked: false; reason: LockReason }

export type VaultClock = {
  /** The time of day, which jumps when the machine wakes. */
  readonly now: () => number
  /** Time that passes evenly. */
  readonly steady: () => number
  readonly wait: (milliseconds: number) => Promise<void>
}

export type VaultOptions = {
  readonly clock: VaultClock
  readonly onLock: (reason: LockReason) => void
}

const SECOND = 1000
const MINUTE = 60 * SECOND

/** Four beats and a half (beatInterval.ts). */
const ALONE_MS = 45 * SECOND
const LONGEST_MS = 8 * 60 * MINUTE
const JUMP_MS = 5 * MINUTE
/** From one minute to an hour; a quarter of an hour unless the deployment says otherwise. */
export const IDLE_MS = { least: MINUTE, usual: 15 * MINUTE, most: 60 * MINUTE } as const

export type Vault = ReturnType<typeof createVault>

/**
 * Keeps one key in memory while someone is there: nothing comes out but signatures, and what time or the user ends is
 * wiped. It knows of no browser; `serveVault` puts it behind a service worker's messages.
 *
 * @example
 * const vault = createVault({ clock, onLock: tellAllTabs })
 * vault.open(privateKey, { chainId: 31337, idleMs: IDLE_MS.usual })
 */
export function createVault({ clock, onLock }: VaultOptions) {
  const pace = createPace(clock)
  let signer: Signer | undefined
  let reason: LockReason = 'neverOpened'
  let chainId = 0
  let idleMs: number = IDLE_MS.usual
  let openedAt = 0
  let beatAt = 0
  let activeAt = 0
  let seen = { now: 0, steady: 0 }

  const lock = (because: LockReason): void => {
    if (signer === undefined) return
    signer.lock()
    signer = undefined
    reason = because
    onLock(because)
  }

  /** Locks where its time is over. Asked before each answer, and every few seconds. */
  const check = (): void => {
    const now = clock.now()
    const steady = clock.steady()
    const jump = Math.abs(now - seen.now - (steady - seen.steady))
    seen = { now, steady }
    if (jump > JUMP_MS) lock('clockJump')
    else if (steady - beatAt > ALONE_MS) lock('alone')
    else if (steady - activeAt > idleMs) lock('idle')
    else if (steady - openedAt > LONGEST_MS) lock('tooLong')
  }

  /** The signer of this wallet; a tab that believes in another one is behind the times. */
  const openedFor = (address: unknown): Signer => {
    check()
    if (signer === undefined || signer.address !== address) throw new SignerError('walletNotInitialized')
    return signer
  }

  return {
    check,
    lock,
    open(privateKey: Uint8Array, options: { chainId: number; idleMs: number }): Address {
      const next = createLocalSigner(privateKey, options)
      privateKey.fill(0)
      lock('otherWallet')
      const steady = clock.steady()
      signer = next
      chainId = options.chainId
      idleMs = Math.min(IDLE_MS.most, Math.max(IDLE_MS.least, options.idleMs))
      openedAt = beatAt = activeAt = steady
      seen = { now: clock.now(), steady }
      return next.address
    },
    status(): VaultStatus {
      check()
      return signer === undefined
        ? { isUnlocked: false, reason }
        : { isUnlocked: true, address: signer.address, chainId }
    },
    /** A tab is there, and its user has done something since its last beat, or not. */
    beat(isActive: boolean): VaultStatus {
      check()
      beatAt = clock.steady()
      if (isActive) activeAt = beatAt
      return this.status()
    },
    async signRequest(address: unknown, fields: unknown): Promise<string> {
      openedFor(address)
      await pace()
      return await openedFor(address).signRequest(fields as RequestToSign)
    },
    async signTransaction(address: unknown, fields: unknown): Promise<string> {
      openedFor(address)
      await pace()
      return await openedFor(address).signTransaction(fields as TransactionToSign)
    },
    async allowContracts(address: unknown, contracts: readonly unknown[]): Promise<void> {
      await openedFor(address).allowContracts(contracts as readonly Address[])
    },
  }
}
