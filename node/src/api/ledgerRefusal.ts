// What an error of the ledger means. What it refuses is for whoever asked to mend; only what it could not do has failed.
import type { ApiErrorCode } from '@connex/protocol'
import { ApiError, invalid } from '../errors.ts'

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
