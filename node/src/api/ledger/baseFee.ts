// The ledger's base fee: what a transaction must offer for a unit of gas, at least.
import { ApiError } from '../../common/errors.ts'
import type { LedgerRpc } from '../call/context.ts'
import { isObject } from '../call/json.ts'

export type Head = {
  number: number
  /** In wei; null on ledgers without one. */
  baseFee: bigint | null
}

/** The latest block. `const { number } = await readHead(ledger)` */
export async function readHead(ledger: LedgerRpc): Promise<Head> {
  const block = await ledger.call('eth_getBlockByNumber', ['latest', false])
  const number = isObject(block) ? readHex(block['number']) : null
  if (!isObject(block) || number === null) throw new ApiError('ledgerUnreadable')
  return { number: Number(number), baseFee: readHex(block['baseFeePerGas']) }
}

/** Of the latest block; that of the next one is at most an eighth higher. */
export const readBaseFee = async (ledger: LedgerRpc): Promise<bigint | null> =>
  (await readHead(ledger)).baseFee

const readHex = (value: unknown): bigint | null =>
  typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value) ? BigInt(value) : null
