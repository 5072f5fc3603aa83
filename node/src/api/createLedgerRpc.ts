// The ledger's JSON-RPC, as little of it as the api needs. Only the ledger's own failure is 'Blockchain returned an error':
// what it refuses is the asker's (ledgerRefusal.ts), an answer that makes no sense is a bad gateway's.
import type { Address } from '@connex/protocol'
import { askLedger } from '../ledger/askLedger.ts'
import { ApiError } from '../errors.ts'
import { createTurns } from './createTurns.ts'
import { ledgerRefusal } from './ledgerRefusal.ts'

const TIMEOUT_MS = 15_000
const ANSWER_MAXIMUM = 16 * 1024 * 1024

export type LedgerRpc = {
  /** The method's result. Throws a refusal, 'ledgerFailed' or 'ledgerUnreadable'. */
  call(method: string, params?: readonly unknown[]): Promise<unknown>
  /** The same for a user, in turn with all others; aborted when the caller goes. */
  callFor(asker: Asker, method: string, params: readonly unknown[]): Promise<unknown>
}

export type Asker = { user: Address; gone: AbortSignal }

type Until = { timeoutMs: number; gone: AbortSignal | undefined }

/** A call of 16,000,000 gas takes an engine some hundredths of a second. */
const BOUNDS = {
  ofUser: { atOnce: 4, waiting: 100 },
  ofAll: { atOnce: 16, waiting: 1_000 },
  patienceMs: 10_000,
}

/** `createLedgerRpc(url).call('eth_blockNumber')` → '0x1b4' */
export function createLedgerRpc(url: string, timeoutMs = TIMEOUT_MS): LedgerRpc {
  let id = 0
  const turns = createTurns(BOUNDS)

  async function call(method: string, params: readonly unknown[], gone?: AbortSignal): Promise<unknown> {
    id += 1
    const answer = await post(url, { jsonrpc: '2.0', id, method, params }, { timeoutMs, gone })
    if (!isObject(answer)) throw new ApiError('ledgerUnreadable')
    if (isObject(answer['error'])) throw ledgerRefusal(answer['error'])
    if (!('result' in answer)) throw new ApiError('ledgerUnreadable')
    return answer['result'] ?? null
  }

  return {
    call: (method, params = []) => call(method, params),
    callFor: ({ user, gone }, method, params) => turns.take(user, gone, () => call(method, params, gone)),
  }
}

async function post(url: string, request: object, until: Until): Promise<unknown> {
  const { isFine, text } = await ask(url, request, until)
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new ApiError(isFine ? 'ledgerUnreadable' : 'ledgerFailed', {}, { cause: error })
  }
}

async function ask(url: string, request: object, until: Until): Promise<{ isFine: boolean; text: string }> {
  try {
    const response = await askLedger(url, request, until)
    return { isFine: response.ok, text: await readBounded(response) }
  } catch (error) {
    // Nobody reads the answer; only the log does, and the ledger has not failed.
    throw new ApiError(until.gone?.aborted === true ? 'requestTimeout' : 'ledgerFailed', {}, { cause: error })
  }
}

async function readBounded(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    if (text.length > ANSWER_MAXIMUM) throw new Error('The ledger answered too much.')
  }
  return text + decoder.decode()
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
