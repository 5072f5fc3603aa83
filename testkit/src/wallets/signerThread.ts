// signerWorker.ts in a real thread, with the few names of a browser's worker that it uses.
import { Worker } from 'node:worker_threads'
import type { WorkerLike } from '../../../sdk/src/signer/signerChannel.ts'

const BRIDGE = `
  const { parentPort, workerData } = require('node:worker_threads')
  globalThis.postMessage = (message) => parentPort.postMessage(message)
  globalThis.addEventListener = (type, listener) => parentPort.on(type, (data) => listener({ data }))
  import(workerData).catch((error) => { throw error })
`

export type SpawnedWorker = WorkerLike & { thread: Worker; received: unknown[] }

/** `received` is all that ever came out of the worker. */
export function spawnSignerWorker(
  script = new URL('../../../sdk/src/signer/signerWorker.ts', import.meta.url),
): SpawnedWorker {
  const thread = new Worker(BRIDGE, { eval: true, workerData: script.href })
  const received: unknown[] = []
  thread.on('message', (data) => void received.push(data))
  return {
    thread,
    received,
    postMessage: (message, transfer) => thread.postMessage(message, transfer),
    terminate: () => void thread.terminate(),
    addEventListener(type, listener) {
      thread.on(type, (detail: unknown) => {
        const event = new Event(type)
        const shown = type === 'message' ? { data: detail } : { message: String(detail) }
        listener(Object.assign(event, shown))
      })
    },
  }
}
