// From the pool into a block, into the index of the tenant's own server, and to finality.
import { isFinalAtOnce } from '@connex/protocol'
import type { BlockNumber } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import type { SignedTransaction } from '../client/journal.ts'
import { ClientError, LedgerError } from '../errors.ts'
import { findBlock, recordBlock } from './finality.ts'
import { publishAgain, removeSigned } from './publish.ts'
import type { SendOptions, Transaction } from './transaction.ts'
import { isReplaced, waitFor, waitForBlock, waitForFinality, waitForIndex } from './wait.ts'

type FollowOptions = Pick<SendOptions, 'onProgress' | 'signal' | 'until' | 'waitMs'>

/**
 * Follows a published transaction as far as `until`, and answers its block. What a chain reorg takes back on the way is
 * published again. The journal forgets what a block refused or replaced, and what is final.
 */
export async function follow(
  client: Client,
  transaction: Transaction,
  signed: SignedTransaction,
  options: FollowOptions,
): Promise<BlockNumber> {
  try {
    for (;;) {
      const block = await followOnce(client, transaction, signed, options)
      if (block !== undefined) return block
    }
  } catch (error) {
    // Its nonce is used: nobody can publish it any more.
    if (error instanceof LedgerError || isReplaced(error)) await removeSigned(client, signed.txHash)
    throw error
  }
}

/** Undefined if the ledger took the block back. */
async function followOnce(
  client: Client,
  transaction: Transaction,
  signed: SignedTransaction,
  options: FollowOptions,
): Promise<BlockNumber | undefined> {
  const { until = 'indexed', onProgress, signal } = options
  const { txHash } = signed
  const isFinal = isFinalAtOnce(client.connection.confirmations)
  const isLost = async (block: BlockNumber): Promise<boolean> =>
    !isFinal && (await hasMoved(client, { transaction, signed, block }, options))

  const block = await waitForBlock(client, transaction, signed, options)
  if (isFinal || until === 'mined') await recordBlock(client, txHash, block)
  onProgress?.({ step: 'mined', txHash, block })
  if (until === 'mined') return block
  await waitForIndex(client, block, options)
  if (await isLost(block)) return undefined
  onProgress?.({ step: 'indexed', txHash, block })
  if (!isFinal) await recordBlock(client, txHash, block)
  if (until === 'final') {
    await waitForFinality(client, block, signal)
    if (await isLost(block)) return undefined
    onProgress?.({ step: 'final', txHash, block })
    await removeSigned(client, txHash)
  }
  return block
}

type Mined = { transaction: Transaction; signed: SignedTransaction; block: BlockNumber }

/** Whether the transaction is no longer in this block; if it is in none, it is published again. */
async function hasMoved(
  client: Client,
  { transaction, signed, block }: Mined,
  options: FollowOptions,
): Promise<boolean> {
  const { onProgress, signal } = options
  const { found } = await waitFor(
    client,
    async (own: Client, control: { signal: AbortSignal }) => ({
      found: await findBlock(own, signed.txHash, control.signal),
    }),
    (answer) => answer,
    // It was in a block, so it must not be repeated because of this.
    (cause) => new ClientError('keptForLater', signed.txHash, cause),
    options,
  )
  if (found !== undefined) return found !== block
  onProgress?.({ step: 'takenBack', txHash: signed.txHash, block, transaction })
  const refusal = await publishAgain(client, signed, signal)
  if (refusal !== undefined) throw refusal.error
  return true
}
