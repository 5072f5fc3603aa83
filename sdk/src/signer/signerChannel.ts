// Commands and replies between a page and the worker that holds the key.
import { isJsonObject } from '../json.ts'
import type { WalletErrorCode } from '../wallet/WalletError.ts'
import { WALLET_ERRORS, WalletError } from '../wallet/WalletError.ts'
import { walletLimits } from '../wallet/WalletFile.ts'
import type { UnlockProgress } from '../wallet/unlockProgress.ts'
import type { SignerErrorCode } from './Signer.ts'
import { SIGNER_ERRORS, SignerError } from './Signer.ts'

/** A page's commands to the context that holds the key. The signer checks `fields` itself. */
export type SignerCommand =
  | {
      id: number
      type: 'unlock'
      file: Uint8Array
      password: string
      chainId: number
      /** The port that receives the key, instead of this context. */
      keeper: MessagePort | undefined
    }
  | { id: number; type: 'signRequest'; fields: unknown }
  | { id: number; type: 'signTransaction'; fields: unknown }
  | { id: number; type: 'signBatch'; fields: unknown }
  | { id: number; type: 'allowContracts'; contracts: readonly unknown[] }
  | { id: number; type: 'lock' }

/** Replies: one result or failure to each command, and progress while unlocking. */
export type SignerReply =
  | { id: number; type: 'progress'; progress: UnlockProgress }
  | { id: number; type: 'result'; value: string }
  | { id: number; type: 'failure'; error: SignerFailure }

/** An error as it crosses the port: stack traces stay where they are. */
type SignerFailure = {
  name: 'WalletError' | 'SignerError'
  code: string
  detail: string | undefined
  cause: SignerFailure | undefined
}

/** A command, or undefined for anything else: extensions and tools send messages of their own. */
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

/** An error, made ready to cross a port. Foreign errors become 'workerFailed' with their message. */
export function toFailure(error: unknown): SignerFailure {
  if (error instanceof WalletError || error instanceof SignerError) {
    const { name, code, detail, cause } = error
    const isOurs = cause instanceof WalletError || cause instanceof SignerError
    return { name, code, detail, cause: isOurs ? toFailure(cause) : undefined }
  }
  return { name: 'SignerError', code: 'workerFailed', detail: String(error), cause: undefined }
}

/** The error again, on the other side. */
export function fromFailure(failure: unknown): WalletError | SignerError {
  if (!isJsonObject(failure)) return new SignerError('workerFailed')
  const { name, code, cause } = failure
  const detail = typeof failure['detail'] === 'string' ? failure['detail'] : undefined
  const inner = cause === undefined ? undefined : fromFailure(cause)
  if (name === 'WalletError' && isWalletCode(code)) return new WalletError(code, detail, inner)
  if (name === 'SignerError' && isSignerCode(code)) return new SignerError(code, detail, inner)
  return new SignerError('workerFailed', detail)
}

const isWalletCode = (code: unknown): code is WalletErrorCode =>
  typeof code === 'string' && Object.hasOwn(WALLET_ERRORS, code)

const isSignerCode = (code: unknown): code is SignerErrorCode =>
  typeof code === 'string' && Object.hasOwn(SIGNER_ERRORS, code)

/** What changes hands with a message. */
export type Handed = ArrayBuffer | MessagePort

/** As much of a browser's Worker as is used here. */
export type WorkerLike = {
  addEventListener(type: 'message' | 'messageerror' | 'error', listener: (event: Event) => void): void
  postMessage(message: unknown, transfer: Handed[]): void
  terminate(): void
}

type WithoutId<Command> = Command extends unknown ? Omit<Command, 'id'> : never

type SendingOptions = {
  onProgress?: (progress: UnlockProgress) => void
  /** What of the command changes hands. */
  transfer?: Handed[]
}

type SignerChannel = {
  send(command: WithoutId<SignerCommand>, options?: SendingOptions): Promise<string>
  /** Ends the worker; what waits is rejected with the reason, and so is all that follows. */
  close(reason: unknown): void
}

type Waiting = {
  resolve: (value: string) => void
  reject: (reason: unknown) => void
  onProgress: ((progress: UnlockProgress) => void) | undefined
}

/** Commands and replies to and from a worker, as promises. */
export function openSignerChannel(worker: WorkerLike): SignerChannel {
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let closed: { reason: unknown } | undefined

  const close = (reason: unknown): void => {
    if (closed !== undefined) return
    closed = { reason }
    worker.terminate()
    for (const { reject } of waiting.values()) reject(reason)
    waiting.clear()
  }

  worker.addEventListener('message', (event) => {
    const reply: unknown = 'data' in event ? event.data : undefined
    if (!isJsonObject(reply) || typeof reply['id'] !== 'number') return
    const command = waiting.get(reply['id'])
    if (command === undefined) return
    if (reply['type'] === 'progress') return command.onProgress?.(reply['progress'] as UnlockProgress)
    waiting.delete(reply['id'])
    if (reply['type'] === 'result') command.resolve(String(reply['value']))
    else command.reject(fromFailure(reply['error']))
  })
  // A script that did not load, or an exception outside any command.
  const onCrash = (event: Event): void => {
    close(new SignerError('workerFailed', 'message' in event ? String(event.message) : undefined))
  }
  worker.addEventListener('error', onCrash)
  worker.addEventListener('messageerror', onCrash)

  return {
    close,
    send(command, { onProgress, transfer = [] } = {}) {
      if (closed !== undefined) return Promise.reject(closed.reason)
      const id = ++lastId
      const message = { ...command, id }
      // The other side would ignore it, and nobody would ever answer.
      if (parseSignerCommand(message) === undefined) return Promise.reject(new SignerError('malformed'))
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject, onProgress })
        worker.postMessage(message, transfer)
      })
    },
  }
}
