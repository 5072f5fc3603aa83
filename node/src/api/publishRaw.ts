// A signed transaction to the ledger: checked before the ledger is asked.
import type { Address, HexData, TxHash } from '@connex/protocol'
import { decodeBatch } from '../ledger/calls.ts'
import { readRawTransaction } from '../ledger/rawTransaction.ts'
import type { ReadTransaction } from '../ledger/rawTransaction.ts'
import { isKnownContract } from '../storage/queries/platform.ts'
import { hasRevokedSignature } from '../storage/queries/workflows.ts'
import type { ApiContext } from './ApiContext.ts'
import { ApiError } from '../errors.ts'

type Context = Pick<ApiContext, 'config' | 'ledger' | 'database'>

/** What a raw transaction says; one that is not well formed, or not for this ledger, is refused. */
export function readRaw({ config }: Pick<Context, 'config'>, rawTransaction: HexData): ReadTransaction {
  const read = readRawTransaction(rawTransaction as `0x${string}`, config.chainId)
  if ('refusal' in read) throw new ApiError(read.refusal)
  return read
}

export async function publishRaw(context: Context, user: Address, rawTransaction: HexData): Promise<TxHash> {
  const { config, ledger, database } = context
  const read = readRaw(context, rawTransaction)
  if (read.from !== user) throw new ApiError('transactionForeignSender')
  const { to } = read
  const isKnown =
    to !== null && (to === config.platformManager || (await isKnownContract(database.kysely, to)))
  if (!isKnown) throw new ApiError('transactionUnknownContract')
  const { signatures = [] } = decodeBatch(read.data) ?? {}
  if (await hasRevokedSignature(database.kysely, signatures)) throw new ApiError('signatureRevoked')
  try {
    await ledger.call('eth_sendRawTransaction', [rawTransaction])
    return read.hash
  } catch (error) {
    // A ledger that has the transaction already refuses it: what counts is that it has it. Where it does not say so, its
    // refusal is not final either: the caller could sign a second time.
    const known = await ledger.call('eth_getTransactionByHash', [read.hash])
    if (known === null) throw asOfTransaction(error)
    return read.hash
  }
}

/** What an engine cannot read of a transaction is not well formed. */
const asOfTransaction = (error: unknown): unknown =>
  error instanceof ApiError && error.code === 'badRequest'
    ? new ApiError('transactionMalformed', {}, { cause: error })
    : error
