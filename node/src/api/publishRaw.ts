// A signed transaction to the ledger: checked before the ledger is asked.
import { TxHash } from '@connex/protocol'
import type { Address, HexData } from '@connex/protocol'
import { readRawTransaction } from '../ledger/readRawTransaction.ts'
import { isKnownContract } from '../storage/ledgerFacts.ts'
import type { ApiContext } from './ApiContext.ts'
import { ApiError } from './ApiError.ts'

type Context = Pick<ApiContext, 'config' | 'database' | 'ledger'>

export async function publishRaw(
  { config, database, ledger }: Context,
  user: Address,
  rawTransaction: HexData,
): Promise<TxHash> {
  const raw = rawTransaction as `0x${string}`
  const read = readRawTransaction(raw, config.chainId)
  if ('refusal' in read) throw new ApiError(read.refusal)
  if (read.from !== user) throw new ApiError('transactionForeignSender')
  const { to } = read
  const isKnown =
    to !== null && (to === config.platformManager || (await isKnownContract(database.kysely, to)))
  if (!isKnown) throw new ApiError('transactionUnknownContract')
  try {
    return TxHash.parse(await ledger.call('eth_sendRawTransaction', [raw]))
  } catch (error) {
    // A ledger that has the transaction already refuses it: what counts is that it has it.
    const known = await ledger.call('eth_getTransactionByHash', [read.hash]).catch(() => null)
    if (known === null) throw error
    return read.hash
  }
}
