// What a transaction pays for a unit of gas, in wei: set by each server for its users, see docs/operating.md.
import * as z from 'zod/mini'
import { GAS_PRICE } from '../product.ts'
import { Quantity } from '../scalars.ts'

export const Fees = z.discriminatedUnion('type', [
  z.object({ type: z.literal('legacy'), gasPrice: Quantity }),
  /** EIP-1559: the base fee and the tip, together at most `maxFeePerGas`. */
  z.object({ type: z.literal('eip1559'), maxFeePerGas: Quantity, maxPriorityFeePerGas: Quantity }),
])
export type Fees = z.infer<typeof Fees>

/** The specification's. */
export const DEFAULT_FEES: Fees = { type: 'legacy', gasPrice: Quantity.parse(String(GAS_PRICE)) }

/** The most that a unit of gas costs. The ledger takes no transaction below its base fee. `feeCap(DEFAULT_FEES)` → 1n */
export const feeCap = (fees: Fees): bigint =>
  BigInt(fees.type === 'legacy' ? fees.gasPrice : fees.maxFeePerGas)

/** Whether a transaction leaves nothing to the validator, though its type could. `isWithoutTip(DEFAULT_FEES)` → false */
export const isWithoutTip = (fees: Fees): boolean =>
  fees.type === 'eip1559' && BigInt(fees.maxPriorityFeePerGas) === 0n
