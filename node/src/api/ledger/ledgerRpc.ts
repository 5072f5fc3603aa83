// The ledger's JSON-RPC, as far as the API needs it. Only the ledger's own failure is 'Blockchain returned an error'; what it
// refuses is for the caller to correct, and an unreadable answer is a bad gateway.
import type { ApiErrorCode } from '@connex/protocol'
import { ApiError, invalid } from '../../common/errors.ts'
import type { Endpoints } from '../../ledger/endpoints.ts'
import { LineError } from '../../ledger/jsonRpc.ts'
import type { RpcAnswer } from '../../ledger/jsonRpc.ts'
import type { LedgerRpc } from '../call/context.ts'
import { createFairQueue } from './fairQueue.ts'

const TIMEOUT_MS = 15_000
const ANSWER_MAXIMUM = 16 * 1024 * 1024

/** An engine takes some hundredths of a second for a call of 16,000,000 gas. */
const LIMITS = {
  perUser: { atOnce: 4, waiting: 100 },
  inAll: { atOnce: 16, waiting: 1_000 },
  patienceMs: 10_000,
}

/** `createLedgerRpc(endpoints).call('eth_blockNumber')` → '0x1b4' */
export function createLedgerRpc(
  endpoints: Pick<Endpoints, 'ask' | 'spread'>,
  timeoutMs = TIMEOUT_MS,
): LedgerRpc {
  const queue = createFairQueue(LIMITS)

  async function call(method: string, params: readonly unknown[], gone?: AbortSignal): Promise<unknown> {
    const answer = await send(method, params, gone)
    if ('error' in answer) {
      const refusal = ledgerRefusal(answer.error, method)
      if (isAlreadyKnown(refusal)) spread(method, params)
      throw refusal
    }
    spread(method, params)
    return answer.result ?? null
  }

  /** Nodes pass on only so many transactions of one wallet: what one of them has, the others get from here. */
  function spread(method: string, params: readonly unknown[]): void {
    if (method === PUBLISH) endpoints.spread({ method, params })
  }

  async function send(
    method: string,
    params: readonly unknown[],
    gone: AbortSignal | undefined,
  ): Promise<RpcAnswer> {
    try {
      return await endpoints.ask({ method, params }, { timeoutMs, gone, most: ANSWER_MAXIMUM })
    } catch (error) {
      // If the caller has gone, the ledger has not failed, and only the log shows the answer.
      if (gone?.aborted === true) throw new ApiError('requestTimeout', {}, { cause: error })
      const isUnreadable = error instanceof LineError && error.kind === 'unreadable'
      throw new ApiError(isUnreadable ? 'ledgerUnreadable' : 'ledgerFailed', {}, { cause: error })
    }
  }

  return {
    call: (method, params = []) => call(method, params),
    callFor: ({ user, gone }, method, params) => queue.run(user, gone, () => call(method, params, gone)),
  }
}

const PUBLISH = 'eth_sendRawTransaction'

export type RpcError = { code?: unknown; message?: unknown; data?: unknown }

/** Codes of JSON-RPC, of EIP-1474, and common among engines. */
const REVERTED = 3
const INVALID_PARAMS = -32602
const NOT_FOUND = -32001
const TRANSACTION_REJECTED = -32003
const MESSAGE_MAXIMUM = 200

/** Engines agree on wording more than on codes. */
const REASONS: readonly (readonly [RegExp, ApiErrorCode])[] = [
  // A pending transaction has it: only one that pays more would replace it.
  [/nonce (is )?too low|old ?nonce|replacement/i, 'nonceUsed'],
  [/nonce (is )?too high|nonce gap|incorrect nonce/i, 'nonceGap'],
  // The ledger's base fee, or the least that its node takes.
  [
    /base ?fee|gas ?price.*(below|less|lower|too low|minimum)|underpriced|(insufficient|minimum global) fee|fee ?too ?low/i,
    'gasPriceTooLow',
  ],
  [/insufficient (funds|balance)|exceeds (account )?balance|out of funds/i, 'balanceTooLow'],
  [/intrinsic gas|floor (data )?gas|GasFloor/i, 'gasTooLow'],
  // Failures of a call, and refusals of the transaction pool.
  [/^EVM error|out of gas|invalid opcode|stack (under|over)flow|invalid jump/i, 'ledgerRefused'],
  [/oversized data|block gas limit|fee cap|tip above|not supported|invalid sender/i, 'ledgerRefused'],
]

/** Answers to a transaction that do not judge it: a limit, a timeout, a failure. */
const OPEN_CODES: readonly unknown[] = [-32002, -32005]
const OPEN_MESSAGE = /time(d )?out|not published|internal|unavailable|syncing/i

/**
 * The error of a node that was sent a transaction is its refusal, whatever the sentence: each client has its own, and
 * what is refused for ever must not look as if it were on its way.
 */
const isRefusedTransaction = ({ code, message }: RpcError, method: string): boolean =>
  method === PUBLISH &&
  typeof code === 'number' &&
  (code === INVALID_PARAMS || (code <= -32000 && code > -32100)) &&
  !OPEN_CODES.includes(code) &&
  !OPEN_MESSAGE.test(String(message))

/** Whether the ledger refused a transaction because it has that very one. */
export const isAlreadyKnown = (error: unknown): boolean =>
  hasReason(error, /already (known|imported|in |exists)|alreadyknown|known transaction/i)

/** Whether the ledger refused a transaction because no block takes so much gas. */
export const isOverGasLimit = (error: unknown): boolean => hasReason(error, /block gas limit/i)

const hasReason = (error: unknown, pattern: RegExp): boolean =>
  error instanceof ApiError && error.cause instanceof Error && pattern.test(error.cause.message)

/** What the ledger refuses is for the caller to correct; only what it could not do has failed. `ledgerRefusal({ code: -32003, message: 'nonce too low' })` → ApiError 409 `nonceUsed` */
export function ledgerRefusal(error: RpcError, method = ''): ApiError {
  const message = String(error.message).slice(0, MESSAGE_MAXIMUM)
  const options = { cause: new Error(message) }
  const revertData = findRevertData(error.data)
  if (error.code === REVERTED || revertData !== undefined)
    return new ApiError('contractRefused', revertData === undefined ? {} : { revertData }, options)
  const code = REASONS.find(([pattern]) => pattern.test(message))?.[1]
  const isRefused = error.code === TRANSACTION_REJECTED || isRefusedTransaction(error, method)
  if (error.code === INVALID_PARAMS && !isRefused) return invalid('params', 'the ledger does not accept them')
  if (code === undefined && error.code === NOT_FOUND && !isRefused)
    return invalid('params', 'not on the ledger')
  const known = code ?? (isRefused ? 'ledgerRefused' : 'ledgerFailed')
  const details = known === 'ledgerRefused' ? { errors: [{ path: 'ledger', message }] } : {}
  return new ApiError(known, details, options)
}

/** Some ledgers return the data itself, some an object around it. */
function findRevertData(data: unknown): string | undefined {
  const found = typeof data === 'object' && data !== null && 'data' in data ? data.data : data
  return typeof found === 'string' && /^0x([0-9a-f]{2})*$/i.test(found) ? found : undefined
}
