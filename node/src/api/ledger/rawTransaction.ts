// Signed transactions: decoded, checked and published.
import type { Address, HexData, TxHash } from '@connex/protocol'
import { ApiError } from '../../common/errors.ts'
import { decodeBatch, decodeTenantCall } from '../../ledger/calls.ts'
import type { TenantCall } from '../../ledger/calls.ts'
import { readRawTransaction } from '../../ledger/rawTransaction.ts'
import type { ReadTransaction } from '../../ledger/rawTransaction.ts'
import { findControllerRules } from '../../storage/queries/batches.ts'
import { isKnownContract } from '../../storage/queries/platform.ts'
import type { UserViewer } from '../../storage/queries/viewers.ts'
import { hasRevokedSignature } from '../../storage/queries/workflows.ts'
import type { ApiContext, LedgerRpc } from '../call/context.ts'
import { readBaseFee, readHead } from './head.ts'
import { isAlreadyKnown, isOverGasLimit } from './ledgerRpc.ts'

type Context = Pick<ApiContext, 'config' | 'ledger' | 'database'>

/** Decodes a raw transaction; throws if it is malformed or for another ledger. */
export function decodeRaw({ config }: Pick<Context, 'config'>, rawTransaction: HexData): ReadTransaction {
  const read = readRawTransaction(rawTransaction as `0x${string}`, config.chainId)
  if ('refusal' in read) throw new ApiError(read.refusal)
  return read
}

export async function publishRaw(context: Context, user: Address, rawTransaction: HexData): Promise<TxHash> {
  const { config, ledger, database } = context
  const read = decodeRaw(context, rawTransaction)
  if (read.from !== user) throw new ApiError('transactionForeignSender')
  const { to } = read
  const isKnown =
    to !== null && (to === config.platformManager || (await isKnownContract(database.kysely, to)))
  if (!isKnown) throw new ApiError('transactionUnknownContract')
  const { signatures = [] } = decodeBatch(read.data) ?? {}
  const [isRevoked, isTooCheap] = await Promise.all([
    hasRevokedSignature(database.kysely, signatures),
    isBelowBaseFee(ledger, read),
  ])
  if (isRevoked) throw new ApiError('signatureRevoked')
  try {
    // Some ledgers would store it until the base fee falls, and so block the wallet.
    if (isTooCheap) throw new ApiError('gasPriceTooLow')
    await ledger.call('eth_sendRawTransaction', [rawTransaction])
  } catch (error) {
    // A ledger that has the transaction already also refuses it, and that is a success. Not all find it in their pool by its
    // hash, so what they say counts first. If neither can be checked, the error must not look final: the caller could sign a
    // second time.
    if (isAlreadyKnown(error)) return read.hash
    const known = await ledger.call('eth_getTransactionByHash', [read.hash])
    if (known === null) throw (await contradictsItself(ledger, read, error)) ? failed(error) : error
  }
  return read.hash
}

/** Whether the ledger has the transaction already, mined or not. */
export async function isPublished(
  context: Pick<Context, 'config' | 'ledger'>,
  rawTransaction: HexData,
): Promise<boolean> {
  const { hash } = decodeRaw(context, rawTransaction)
  return (await context.ledger.call('eth_getTransactionByHash', [hash])) !== null
}

/** Where the base fee cannot be read, the ledger itself judges. */
async function isBelowBaseFee(ledger: LedgerRpc, { feeCap }: ReadTransaction): Promise<boolean> {
  const baseFee = await readBaseFee(ledger).catch(() => null)
  return baseFee !== null && feeCap < baseFee
}

/**
 * A node that has just restarted may not know a block's gas limit yet, and refuse everything for it. If its last block takes
 * this much gas, the node has judged nothing: the transaction must not be taken for refused, because others may have it.
 */
const contradictsItself = async (
  ledger: LedgerRpc,
  { gas }: ReadTransaction,
  error: unknown,
): Promise<boolean> => isOverGasLimit(error) && (await readHead(ledger)).gasLimit >= gas

const failed = (error: unknown): ApiError => new ApiError('ledgerFailed', {}, { cause: error })

/** The calls in a user's own transaction to one of its tenant's controllers; throws for any other transaction. */
export async function readTenantCalls(
  context: ApiContext,
  { tenant, address }: UserViewer,
  rawTransaction: HexData,
): Promise<TenantCall[]> {
  const { from, to, data } = decodeRaw(context, rawTransaction)
  if (from !== address) throw new ApiError('transactionForeignSender')
  const batch = decodeBatch(data)
  const controller = to === null ? undefined : await findControllerRules(context.database.kysely, tenant, to)
  if (batch === undefined || controller === undefined) throw new ApiError('transactionOtherTarget')
  const { platformManager } = context.config
  return batch.calls.map((call) => decodeTenantCall(call, { platformManager, tenant }))
}
