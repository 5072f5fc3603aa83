import type { UnlockProgress } from '../wallet/UnlockProgress.ts'
import { isJsonObject } from '../wallet/fields.ts'
import { SignerError } from './SignerError.ts'
import { fromFailure } from './signerFailure.ts'
import { parseSignerCommand, type SignerCommand } from './signerMessages.ts'

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

export type SignerChannel = {
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
    const asked = waiting.get(reply['id'])
    if (asked === undefined) return
    if (reply['type'] === 'progress') return asked.onProgress?.(reply['progress'] as UnlockProgress)
    waiting.delete(reply['id'])
    if (reply['type'] === 'result') asked.resolve(String(reply['value']))
    else asked.reject(fromFailure(reply['error']))
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
