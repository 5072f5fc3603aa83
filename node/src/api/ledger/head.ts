// The ledger's last block, what a transaction in the next one must offer for a unit of gas, and how deep finality lies.
import type { Confirmations } from '@connex/protocol'
import { ApiError } from '../../common/errors.ts'
import type { LedgerRpc } from '../call/context.ts'
import { isObject } from '../call/json.ts'

export type Head = {
  number: number
  /** In wei; null on ledgers without one. */
  baseFee: bigint | null
  gasLimit: bigint
}

/** The latest block. `const { number } = await readHead(ledger)` */
export const readHead = (ledger: LedgerRpc): Promise<Head> => readBlock(ledger, 'latest')

/** The last block that no chain reorg takes back, given the latest one. `await readFinal(ledger, 12, 100)` → 88 */
export const readFinal = async (
  ledger: LedgerRpc,
  confirmations: Confirmations,
  latest: number,
): Promise<number> =>
  confirmations === 'finalized'
    ? (await readBlock(ledger, 'finalized')).number
    : Math.max(0, latest - confirmations)

async function readBlock(ledger: LedgerRpc, tag: 'latest' | 'finalized'): Promise<Head> {
  const block = await ledger.call('eth_getBlockByNumber', [tag, false])
  const number = isObject(block) ? readHex(block['number']) : null
  const gasLimit = isObject(block) ? readHex(block['gasLimit']) : null
  if (!isObject(block) || number === null || gasLimit === null) throw new ApiError('ledgerUnreadable')
  return { number: Number(number), baseFee: readHex(block['baseFeePerGas']), gasLimit }
}

/** Of the latest block; that of the next one is at most an eighth higher. */
export const readBaseFee = async (ledger: LedgerRpc): Promise<bigint | null> =>
  (await readHead(ledger)).baseFee

/** The tip that the ledger's nodes suggest, in wei; null where they suggest none. `await readTip(ledger)` → 1000000n */
export async function readTip(ledger: LedgerRpc): Promise<bigint | null> {
  const tip = readHex(await ledger.call('eth_maxPriorityFeePerGas', []).catch(() => null))
  return tip === 0n ? null : tip
}

const readHex = (value: unknown): bigint | null =>
  typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value) ? BigInt(value) : null
