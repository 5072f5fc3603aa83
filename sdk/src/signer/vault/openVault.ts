import type { Address } from '@connex/protocol'
import { createWorkerSigner, type WorkerUnlockOptions } from '../createWorkerSigner.ts'
import type { Handed, WorkerLike } from '../signerChannel.ts'
import type { Hex, Signer } from '../Signer.ts'
import { SignerError } from '../Signer.ts'
import { fromFailure } from '../signerChannel.ts'
import { isJsonObject } from '../../json.ts'
import type { VaultStatus } from './createVault.ts'
import { parseVaultNews, VAULT_NEWS, type VaultCommand, type VaultNews } from './vaultMessages.ts'

/** As much of a service worker as is used here. */
export type VaultWorkerLike = { postMessage(message: unknown, transfer: Handed[]): void }

export type VaultUnlockOptions = WorkerUnlockOptions & {
  /** The worker that derives the key (signerWorker.ts); it is ended as soon as the vault has the key. */
  readonly worker: WorkerLike
  /** How long a user may do nothing. */
  readonly idleMs: number
}

/** The page's side of a vault: commands to it, and its announcements to every tab. */
export type VaultConnection = {
  status(): Promise<VaultStatus>
  /** Says that this tab is there, and whether its user has done something since. */
  beat(isActive: boolean): Promise<VaultStatus>
  /** The wallet's key goes from the deriving worker into the vault, past this page. Rejects as unlockWallet does. */
  unlock(file: Blob | Uint8Array | string, password: string, options: VaultUnlockOptions): Promise<Signer>
  /** Signs by a vault that is open already: after a reload, or in another tab. */
  signerOf(address: Address): Signer
  /** Locks this wallet, for all tabs; nothing where another one is open. */
  lock(address: Address): Promise<void>
  /** What any tab or the vault itself does, until the returned function is called. */
  follow(listener: (news: VaultNews) => void): () => void
}

const ANSWER_MS = 10_000

/**
 * The page's side of vaultWorker.ts. A service worker that the browser has ended comes back empty, and reports that.
 *
 * @example
 * const vault = openVault(() => registration.active ?? undefined)
 * const { isUnlocked } = await vault.status()
 */
export function openVault(
  findWorker: () => VaultWorkerLike | undefined,
  { answerMs = ANSWER_MS } = {},
): VaultConnection {
  const ask = askThrough(findWorker, answerMs)
  const lock = async (address: Address): Promise<void> => {
    if (findWorker() !== undefined) await ask({ type: 'lock', address })
  }
  const signerOf = (address: Address): Signer => createVaultSigner(address, ask, lock)
  return {
    lock,
    signerOf,
    status: () => ask({ type: 'status' }),
    beat: (isActive) => ask({ type: 'beat', isActive }),
    unlock: async (file, password, options) =>
      signerOf(await deriveInto(ask, answerMs, file, password, options)),
    follow(listener) {
      const channel = new BroadcastChannel(VAULT_NEWS)
      channel.addEventListener('message', ({ data }: { data: unknown }) => {
        const news = parseVaultNews(data)
        if (news !== undefined) listener(news)
      })
      return () => channel.close()
    },
  }
}

type AskOptions = { keyPort?: MessagePort; limitMs?: number; signal?: AbortSignal }
type Ask = <Answer extends VaultStatus | string>(
  command: VaultCommand,
  options?: AskOptions,
) => Promise<Answer>

/** Sends commands to the vault; each has a port of its own for the answer. */
function askThrough(findWorker: () => VaultWorkerLike | undefined, answerMs: number): Ask {
  return async <Answer extends VaultStatus | string>(
    command: VaultCommand,
    { keyPort, limitMs = answerMs, signal }: AskOptions = {},
  ): Promise<Answer> => {
    const worker = findWorker()
    if (worker === undefined) throw new SignerError('walletNotInitialized')
    const { port1, port2 } = new MessageChannel()
    try {
      return await new Promise<Answer>((resolve, reject) => {
        const giveUp = (): void => {
          clearTimeout(timer)
          reject(new SignerError('workerFailed'))
        }
        const timer = setTimeout(giveUp, limitMs)
        signal?.addEventListener('abort', giveUp)
        port1.addEventListener('message', ({ data }: { data: unknown }) => {
          clearTimeout(timer)
          if (isJsonObject(data) && 'value' in data) resolve(data['value'] as Answer)
          else reject(fromFailure(isJsonObject(data) ? data['error'] : undefined))
        })
        port1.start()
        worker.postMessage(command, keyPort === undefined ? [port2] : [port2, keyPort])
      })
    } finally {
      port1.close()
    }
  }
}

/** Over the limit of 300 a minute a signature waits for up to a minute. */
const SIGNING = { limitMs: 120_000 }

function createVaultSigner(address: Address, ask: Ask, lock: (address: Address) => Promise<void>): Signer {
  let isLocked = false
  const unlessLocked = <Answer extends VaultStatus | string>(command: VaultCommand): Promise<Answer> =>
    isLocked ? Promise.reject(new SignerError('walletNotInitialized')) : ask<Answer>(command, SIGNING)
  return {
    get address() {
      if (isLocked) throw new SignerError('walletNotInitialized')
      return address
    },
    signRequest: (fields) => unlessLocked<Hex>({ type: 'signRequest', address, fields }),
    signTransaction: (fields) => unlessLocked<Hex>({ type: 'signTransaction', address, fields }),
    signBatch: (fields) => unlessLocked<Hex>({ type: 'signBatch', address, fields }),
    async allowContracts(contracts) {
      await unlessLocked({ type: 'allowContracts', address, contracts })
    },
    lock() {
      isLocked = true
      // A vault that does not answer has been ended, and its key with it.
      lock(address).catch(() => undefined)
    },
  }
}

/** The derivation has its own limits, and ends long before. */
const KEY_MS = 300_000

/** Derives the wallet's key in its worker, which passes it to the vault. The address that the vault has then. */
async function deriveInto(
  ask: Ask,
  answerMs: number,
  file: Blob | Uint8Array | string,
  password: string,
  { worker, idleMs, ...options }: VaultUnlockOptions,
): Promise<Address> {
  const { port1: keyPort, port2: keeper } = new MessageChannel()
  const { chainId } = options
  const silence = new AbortController()
  const received = ask<Address>(
    { type: 'receiveKey', chainId, idleMs },
    { keyPort, limitMs: KEY_MS, signal: silence.signal },
  )
  // Where the derivation fails, its own error is the one to throw.
  received.catch(() => undefined)
  const deriving = createWorkerSigner(worker)
  try {
    await deriving.unlock(file, password, { ...options, keeper })
    // The vault has the key now. One that the browser has ended meanwhile never answers.
    const late = setTimeout(() => silence.abort(), answerMs)
    try {
      return await received
    } finally {
      clearTimeout(late)
    }
  } finally {
    deriving.lock()
  }
}
