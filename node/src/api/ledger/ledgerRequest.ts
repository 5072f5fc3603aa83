// A user's read of the ledger: a listed method, and a call as plain as a transaction. Whatever makes the engine work for long,
// or on another state than the ledger's, is refused before the ledger sees it.
import { Address, HexData, LEDGER_METHODS } from '@connex/protocol'
import * as z from 'zod/mini'
import { ApiError, invalid } from '../../common/errors.ts'
import { badRequest } from '../call/input.ts'

export type LedgerRequest = {
  method: string
  params: readonly unknown[]
  /** The contract of a call; undefined if the method runs no code. */
  callee: Address | undefined
}

const HexNumber = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/, 'not a number in hex'))

const number = z.optional(HexNumber)

const CallObject = z.strictObject({
  to: z.nullish(Address),
  from: z.optional(Address),
  data: z.optional(HexData),
  input: z.optional(HexData),
  value: number,
  gas: number,
  gasPrice: number,
  maxFeePerGas: number,
  maxPriorityFeePerGas: number,
  nonce: number,
  type: number,
  chainId: number,
})

const Block = z.union([
  z.string().check(z.maxLength(66)),
  z.strictObject({ blockHash: z.optional(HexData), blockNumber: z.optional(HexNumber) }),
])

/** A call and its block only: further parameters override the ledger's state or block. */
const CallParams = z.object({ params: z.tuple([CallObject, z.optional(z.nullable(Block))]) })

const RUN_CODE: readonly string[] = [
  'eth_call',
  'eth_estimateGas',
] satisfies (typeof LEDGER_METHODS)[number][]

/** A call without gas gets the limit. `readLedgerRequest({ method: 'eth_call', params: [{ to, data }, 'latest'] }, 16_000_000)` */
export function readLedgerRequest(
  { method, params = [] }: { method: string; params?: unknown[] | undefined },
  gasLimit: number,
): LedgerRequest {
  if (!LEDGER_METHODS.some((one) => one === method)) throw new ApiError('methodNotAllowedOnLedger')
  if (!RUN_CODE.includes(method)) return { method, params, callee: undefined }
  const parsed = CallParams.safeParse({ params })
  if (!parsed.success) throw badRequest(parsed.error, { params })
  const [{ to, ...call }, block] = parsed.data.params
  if (to === undefined || to === null) throw new ApiError('contractUnknown')
  const gas = call.gas ?? `0x${gasLimit.toString(16)}`
  if (BigInt(gas) > BigInt(gasLimit)) throw invalid('params.0.gas', `must not be more than ${gasLimit}`)
  return { method, params: [{ ...call, to, gas }, block ?? 'latest'], callee: to }
}
