import type { TxHash } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { requireClient, walletOf } from '../client/client.ts'
import type { SignedTransaction } from '../client/journal.ts'
import { ApiError, LedgerError } from '../errors.ts'
import { isNonceUsed, isStoredForLater, publish, removeSigned } from './publish.ts'
import { readLatestNonce } from './readContract.ts'
import type { Progress, SendOptions } from './transaction.ts'
import { isReplaced, waitForBlock, waitForIndex } from './wait.ts'

export type ResumeOptions = Pick<SendOptions, 'signal' | 'waitMs'> & {
  onProgress?: ((progress: Progress) => void) | undefined
}

/** What became of a transaction that was signed earlier: in a block, or replaced there by another one of its nonce. */
export type Resumed = {
  txHash: TxHash
  outcome: 'mined' | 'refused' | 'replaced'
  /** The transaction itself, which `decodeForReview` reads; everybody on the ledger can. */
  transaction: Pick<SignedTransaction, 'to' | 'data'>
  error?: unknown
}

/**
 * Goes on with what this wallet had signed when a tab was closed, a program killed or a line broken: publishes it
 * again, which is harmless, and waits until a block and the own server's index have it.
 *
 * @example
 * for (const { txHash, outcome } of await resumeTransactions(client)) show(txHash, outcome)
 */
export async function resumeTransactions(client: Client, options: ResumeOptions = {}): Promise<Resumed[]> {
  requireClient(client)
  const wallet = walletOf(client)
  const { signal } = options
  const attempts = await client.journal.inTurn(wallet, async () => {
    const [transactions, latest] = await Promise.all([
      client.journal.read(wallet),
      readLatestNonce(client, { signal }),
    ])
    const published: { transaction: SignedTransaction; refusal: { error: unknown } | undefined }[] = []
    // One after the other: a ledger may refuse what comes before its predecessor, and would then never make it.
    for (const transaction of transactions.toSorted(byNonce)) {
      const refusal = transaction.nonce < latest ? undefined : await republish(client, transaction, signal)
      published.push({ transaction, refusal })
    }
    return published
  })
  return Promise.all(
    attempts.map(({ transaction, refusal }) =>
      refusal === undefined
        ? finish(client, transaction, options)
        : giveUp(client, transaction, refusal.error),
    ),
  )
}

const byNonce = (left: SignedTransaction, right: SignedTransaction): number => left.nonce - right.nonce

/**
 * Nothing where the ledger has it again, or has another one of its nonce: a block decides between them. Where that is
 * still not known, or the base fee is too high at the moment, the whole attempt ends.
 */
async function republish(
  client: Client,
  transaction: SignedTransaction,
  signal: AbortSignal | undefined,
): Promise<{ error: unknown } | undefined> {
  try {
    await publish(client, transaction, { signal })
    return undefined
  } catch (error) {
    signal?.throwIfAborted()
    if (isNonceUsed(error)) return undefined
    const isForNow = error instanceof ApiError && error.code === 'gasPriceTooLow'
    if (isForNow || isStoredForLater(error)) throw error
    return { error }
  }
}

async function giveUp(client: Client, transaction: SignedTransaction, error: unknown): Promise<Resumed> {
  const { txHash } = transaction
  await removeSigned(client, txHash)
  return { txHash, outcome: 'refused', transaction, error }
}

async function finish(
  client: Client,
  transaction: SignedTransaction,
  options: ResumeOptions,
): Promise<Resumed> {
  const { txHash } = transaction
  try {
    const block = await waitForBlock(client, transaction, transaction, options)
    await removeSigned(client, txHash)
    options.onProgress?.({ step: 'mined', txHash, block })
    await waitForIndex(client, block, options)
    options.onProgress?.({ step: 'indexed', txHash, block })
    return { txHash, outcome: 'mined', transaction }
  } catch (error) {
    if (error instanceof LedgerError) return giveUp(client, transaction, error)
    if (!isReplaced(error)) throw error
    await removeSigned(client, txHash)
    return { txHash, outcome: 'replaced', transaction }
  }
}
