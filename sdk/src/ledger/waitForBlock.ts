import { BlockNumber } from '@connex/protocol'
import type { TxHash } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { ClientError, LedgerError } from '../errors.ts'
import { rpc } from './rpc.ts'
import { simulate } from './simulate.ts'
import type { Transaction } from './simulate.ts'
import { waitFor } from './waitFor.ts'
import type { WaitOptions } from './waitFor.ts'

/** The block that took the transaction up. A transaction that the ledger refused there throws the refusal. */
export async function waitForBlock(
  client: Client,
  transaction: Transaction,
  txHash: TxHash,
  options: WaitOptions,
): Promise<BlockNumber> {
  const { block, succeeded } = await waitFor(
    client.session,
    () => receiptOf(client, txHash, options.signal),
    () => new ClientError('notMined', txHash),
    options,
  )
  if (!succeeded) throw await refusal(client, transaction, block)
  return block
}

async function receiptOf(client: Client, txHash: TxHash, signal: AbortSignal | undefined) {
  const receipt = await rpc(client, 'eth_getTransactionReceipt', [txHash], { signal })
  if (typeof receipt !== 'object' || receipt === null) return undefined
  if (!('blockNumber' in receipt) || !('status' in receipt)) return undefined
  return { block: BlockNumber.parse(Number(receipt.blockNumber)), succeeded: Number(receipt.status) === 1 }
}

/** A receipt does not tell why: the same call on the state before the block does. */
async function refusal(client: Client, transaction: Transaction, block: BlockNumber): Promise<unknown> {
  try {
    await simulate(client, transaction, block - 1)
  } catch (error) {
    return error
  }
  const sentence =
    'The ledger refused the transaction: something changed just before it. Look again, then try again.'
  return new LedgerError('reverted', sentence)
}
