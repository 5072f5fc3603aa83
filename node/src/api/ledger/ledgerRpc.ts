// The ledger's JSON-RPC, as little of it as the api needs. Only the ledger's own failure is 'Blockchain returned an error':
// what it refuses is the asker's (ledgerRefusal.ts), an answer that makes no sense is a bad gateway's.
import type { Address, ApiErrorCode } from '@connex/protocol'
import { ApiError, invalid } from '../../common/errors.ts'
import { askLedger } from '../../ledger/askLedger.ts'
import { createTurns } from './turns.ts'

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

// What an error of the ledger means. What it refuses is for whoever asked to mend; only what it could not do has failed.

export type RpcError = { code?: unknown; message?: unknown; data?: unknown }

/** Of JSON-RPC, EIP-1474, and the engines' own custom. */
const REVERTED = 3
const INVALID_PARAMS = -32602
const NOT_FOUND = -32001
const TRANSACTION_REJECTED = -32003
const WORDS_MAXIMUM = 200

/** Engines disagree on numbers more than on words. */
const REASONS: readonly (readonly [RegExp, ApiErrorCode])[] = [
  [/nonce (is )?too low|old ?nonce/i, 'nonceUsed'],
  [/nonce (is )?too high|nonce gap|incorrect nonce/i, 'nonceGap'],
  [/insufficient (funds|balance)|exceeds (account )?balance|out of funds/i, 'balanceTooLow'],
  [/intrinsic gas|floor (data )?gas|GasFloor/i, 'gasTooLow'],
  // What a call runs into, and what a pool of transactions does not take.
  [/^EVM error|out of gas|invalid opcode|stack (under|over)flow|invalid jump/i, 'ledgerRefused'],
  [
    /underpriced|oversized data|block gas limit|fee cap|tip above|not supported|invalid sender/i,
    'ledgerRefused',
  ],
]

/** `ledgerRefusal({ code: -32003, message: 'nonce too low' })` → ApiError 409 `nonceUsed` */
export function ledgerRefusal(error: RpcError): ApiError {
  const words = String(error.message).slice(0, WORDS_MAXIMUM)
  const options = { cause: new Error(words) }
  const revertData = findRevertData(error.data)
  if (error.code === REVERTED || revertData !== undefined)
    return new ApiError('contractRefused', revertData === undefined ? {} : { revertData }, options)
  const code = REASONS.find(([pattern]) => pattern.test(words))?.[1]
  if (error.code === INVALID_PARAMS) return invalid('params', 'the ledger does not understand them')
  if (code === undefined && error.code === NOT_FOUND) return invalid('params', 'not on the ledger')
  const known = code ?? (error.code === TRANSACTION_REJECTED ? 'ledgerRefused' : 'ledgerFailed')
  const details = known === 'ledgerRefused' ? { errors: [{ path: 'ledger', message: words }] } : {}
  return new ApiError(known, details, options)
}

/** Some ledgers give the data itself, some an object that holds it. */
function findRevertData(data: unknown): string | undefined {
  const found = typeof data === 'object' && data !== null && 'data' in data ? data.data : data
  return typeof found === 'string' && /^0x([0-9a-f]{2})*$/i.test(found) ? found : undefined
}
