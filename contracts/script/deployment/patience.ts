// Waits while a ledger does not answer: an interruption must not end a deployment that is half paid for.
import { setTimeout as sleep } from 'node:timers/promises'
import { BaseError, HttpRequestError, TimeoutError } from 'viem'
import type { Transport } from 'viem'
import { DeploymentStoppedError } from './DeploymentStoppedError.ts'

const PATIENCE_MS = 180_000
const PAUSE_MS = 1000

/** Of a proxy or node that is starting, overloaded or limits its callers. */
const PASSING = new Set([408, 425, 429, 502, 503, 504])

/**
 * A transport that asks again while nobody answers, or Geth still indexes its transactions, for three minutes.
 * `openLedger({ chainId, transport: patient(http(rpcUrl)) })`
 *
 * @throws DeploymentStoppedError 'waiting'
 */
export const patient =
  (transport: Transport, patienceMs = PATIENCE_MS): Transport =>
  (parameters) => {
    const opened = transport(parameters)
    const request: typeof opened.request = async (call) => {
      const end = Date.now() + patienceMs
      for (;;)
        try {
          return await opened.request(call)
        } catch (error) {
          if (!isPassing(error)) throw error
          if (Date.now() > end) throw silent(patienceMs, error)
          await sleep(PAUSE_MS)
        }
    }
    return { ...opened, request }
  }

const silent = (patienceMs: number, cause: unknown) =>
  new DeploymentStoppedError(
    'waiting',
    `The ledger has not answered for ${Math.round(patienceMs / 1000)} s. Run the same command again to continue.`,
    cause,
  )

/** Whether the same request may succeed later. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  const isOne = (one: unknown): boolean =>
    one instanceof TimeoutError ||
    (one instanceof HttpRequestError && (one.status === undefined || PASSING.has(one.status))) ||
    (one instanceof Error && /transaction indexing is in progress/i.test(one.message))
  return error.walk(isOne) !== null
}
