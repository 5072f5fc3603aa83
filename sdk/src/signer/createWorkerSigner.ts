import type { Address } from '@connex/protocol'
import { passwordForms, walletLimits } from '../wallet/WalletFile.ts'
import { WalletError } from '../wallet/WalletError.ts'
import { openSignerChannel, type WorkerLike } from './signerChannel.ts'
import type { Hex, Signer } from './Signer.ts'
import { SignerError } from './Signer.ts'
import { smoothProgress } from '../wallet/unlockProgress.ts'

export type WorkerUnlockOptions = {
  /** The chain that everything signed will be for. */
  readonly chainId: number
  /** From 0 to 1, rising, about ten times a second. */
  readonly onProgress?: (fraction: number) => void
  readonly signal?: AbortSignal
  /** The port that receives the key, instead of the worker (vault/openVault.ts). */
  readonly keeper?: MessagePort
}

/** A signer whose key lies in a worker. It serves one unlocking: after a failure, make another with a new worker. */
export interface WorkerSigner extends Signer {
  /** File and password go to the worker; the key never leaves it. Rejects as unlockWallet does. */
  unlock(file: Blob | Uint8Array | string, password: string, options: WorkerUnlockOptions): Promise<Address>
}

/** A derivation that takes longer is taken for hostile, and its worker ended. Each form of the password has as long. */
const WATCHDOG_MS = 30_000

/**
 * The page's side of signerWorker.ts. Abort, failure, time-out and lock all end the worker, which gives its memory
 * back at once.
 *
 * @example
 * const signer = createWorkerSigner(new Worker(url, { type: 'module' }))
 * await signer.unlock(file, password, { chainId, onProgress: show, signal: cancel.signal })
 */
export function createWorkerSigner(worker: WorkerLike, { watchdogMs = WATCHDOG_MS } = {}): WorkerSigner {
  const channel = openSignerChannel(worker)
  let address: Address | undefined
  let isUnlocking = false

  const whileUnlocked = async (send: () => Promise<string>): Promise<string> => {
    if (address === undefined) throw new SignerError('walletNotInitialized')
    return await send()
  }
  const close = (reason: unknown): void => {
    address = undefined
    channel.close(reason)
  }

  const unlock: WorkerSigner['unlock'] = async (file, password, { chainId, onProgress, signal, keeper }) => {
    if (isUnlocking) throw new SignerError('busy')
    signal?.throwIfAborted()
    isUnlocking = true
    const progress = smoothProgress(onProgress)
    const limitMs = watchdogMs * passwordForms(password).length
    const watchdog = setTimeout(() => close(new SignerError('unlockTimeout')), limitMs)
    const onAbort = (): void => close(signal?.reason)
    signal?.addEventListener('abort', onAbort)
    try {
      const command = { type: 'unlock', file: await bytesOf(file), password, chainId, keeper } as const
      const transfer = keeper === undefined ? [] : [keeper]
      address = (await channel.send(command, { onProgress: progress.step, transfer })) as Address
      return address
    } catch (error) {
      close(error)
      signal?.throwIfAborted()
      throw error instanceof WalletError ? error : new WalletError('unlockFailed', String(error), error)
    } finally {
      isUnlocking = false
      clearTimeout(watchdog)
      progress.stop()
      signal?.removeEventListener('abort', onAbort)
    }
  }

  return {
    get address() {
      if (address === undefined) throw new SignerError('walletNotInitialized')
      return address
    },
    unlock,
    signRequest: async (fields) =>
      (await whileUnlocked(() => channel.send({ type: 'signRequest', fields }))) as Hex,
    signTransaction: async (fields) =>
      (await whileUnlocked(() => channel.send({ type: 'signTransaction', fields }))) as Hex,
    signBatch: async (fields) =>
      (await whileUnlocked(() => channel.send({ type: 'signBatch', fields }))) as Hex,
    async allowContracts(contracts) {
      await whileUnlocked(() => channel.send({ type: 'allowContracts', contracts }))
    },
    lock() {
      close(new SignerError('walletNotInitialized'))
    },
  }
}

/** A file's bytes, copied; its size is looked at before any of it is read. */
async function bytesOf(file: Blob | Uint8Array | string): Promise<Uint8Array> {
  const size = typeof file === 'string' ? file.length : file instanceof Uint8Array ? file.length : file.size
  const bytes = size > walletLimits.fileBytes ? undefined : await read(file)
  if (bytes === undefined || bytes.length > walletLimits.fileBytes) {
    throw new WalletError('unlockFailed', undefined, new WalletError('tooLarge'))
  }
  return bytes
}

async function read(file: Blob | Uint8Array | string): Promise<Uint8Array> {
  if (typeof file === 'string') return new TextEncoder().encode(file)
  return file instanceof Uint8Array ? file.slice() : new Uint8Array(await file.arrayBuffer())
}
