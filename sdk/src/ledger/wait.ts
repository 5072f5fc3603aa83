// Waiting for a transaction's block, and for the server's index.
import { isFinalAtOnce } from '@connex/protocol'
import type { BlockNumber } from '@connex/protocol'
import type { Client, Reports } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import type { SignedTransaction } from '../client/journal.ts'
import { ApiError, ClientError, LedgerError } from '../errors.ts'
import { call } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'
import { nextAnswer } from '../http/poll.ts'
import type { Question } from '../http/poll.ts'
import { hasBlock, hasTransaction, untilReported } from '../http/untilReported.ts'
import { publishAgain } from './publish.ts'
import { readLatestNonce, receiptOf } from './readContract.ts'
import { simulate } from './simulate.ts'
import type { Transaction } from './transaction.ts'

/**
 * The block that took the transaction up. A transaction that the ledger refused there throws the refusal, one whose nonce
 * another transaction used 'replaced'; if the server refuses to answer, the outcome is unknown, and it throws 'keptForLater'.
 * All of a wallet's transactions wait for its nonce together; each reads its receipt once blocks have used its own, or the event
 * stream has reported it. The one that the others wait for is published again: a pool may have lost it.
 */
export async function waitForBlock(
  client: Client,
  transaction: Transaction,
  signed: SignedTransaction,
  options: WaitOptions,
): Promise<BlockNumber> {
  const { txHash, nonce } = signed
  let usedSince: number | undefined
  let nextSince: number | undefined
  const isReported = await isInStream(client, hasTransaction(txHash), options.signal)
  const receipt = isReported
    ? await receiptOf(client, txHash, options.signal).catch(() => undefined)
    : undefined
  const end =
    receipt ??
    (await waitFor(
      client,
      readLatestNonce,
      async (latest) => {
        if (latest <= nonce) {
          usedSince = undefined
          if (latest === nonce) nextSince ??= Date.now()
          if (nextSince !== undefined && Date.now() - nextSince >= AGAIN_AFTER_MS) {
            nextSince = undefined
            // If it is refused, the next blocks decide what became of it.
            await publishAgain(client, signed, options.signal).catch(() => undefined)
          }
          return undefined
        }
        const receipt = await receiptOf(client, txHash, options.signal)
        if (receipt !== undefined) return receipt
        usedSince ??= Date.now()
        return Date.now() - usedSince >= REPLACED_AFTER_MS ? ('replaced' as const) : undefined
      },
      (cause) => new ClientError(cause === undefined ? 'notMined' : 'keptForLater', txHash, cause),
      options,
    ))
  if (end === 'replaced') throw new ClientError('replaced', txHash)
  if (!end.succeeded) throw await refusal(client, transaction, end.block)
  return end.block
}

/** Most ledgers have a block within this time. */
const AGAIN_AFTER_MS = 5_000

/** Nodes behind one address differ by a few blocks: one may count a block of whose receipts another knows nothing. */
const REPLACED_AFTER_MS = 3000

/** A receipt has no reason; the same call on the state before the block has one. */
async function refusal(client: Client, transaction: Transaction, block: BlockNumber): Promise<unknown> {
  try {
    await simulate(client, transaction, block - 1)
  } catch (error) {
    return error
  }
  const sentence =
    'The ledger refused the transaction because of a change just before it: nothing moved. Review it, then try again.'
  return new LedgerError('reverted', sentence)
}

/**
 * Waits until the tenant's own server has read the block; its answers then include the change.
 *
 * @example
 * await waitForIndex(client, block)
 */
export async function waitForIndex(
  client: Client,
  block: BlockNumber,
  options: WaitOptions = {},
): Promise<void> {
  requireClient(client)
  if (await isInStream(client, hasBlock(block), options.signal)) return
  await waitFor(
    client,
    readSyncStatus,
    ({ indexedBlock }) => (indexedBlock !== null && indexedBlock >= block ? true : undefined),
    (cause) => new ClientError('notIndexed', String(block), cause),
    options,
  )
}

/** Not where a chain reorg may take a report back. */
const isInStream = async (
  { session, connection }: Client,
  isReported: (reports: Reports) => boolean,
  signal: AbortSignal | undefined,
): Promise<boolean> =>
  isFinalAtOnce(connection.confirmations) && untilReported(session.reports, isReported, signal)

/** Until no chain reorg takes the block back. Without a limit of time: on public ledgers it takes a quarter of an hour. */
export async function waitForFinality(
  client: Client,
  block: BlockNumber,
  signal: AbortSignal | undefined,
): Promise<void> {
  await waitFor(
    client,
    readSyncStatus,
    ({ finalBlock }) =>
      finalBlock === undefined || (finalBlock !== null && finalBlock >= block) ? true : undefined,
    (cause) => new ClientError('notIndexed', String(block), cause),
    { signal, waitMs: Infinity },
  )
}

/** Another transaction of the wallet used the nonce, in a block. */
export const isReplaced = (error: unknown): boolean =>
  error instanceof ClientError && error.code === 'replaced'

/** `waitMs`: how long to look, in milliseconds; default two minutes. */
export type WaitOptions = { signal?: AbortSignal | undefined; waitMs?: number | undefined }

const WAIT_MS = 120_000

const readSyncStatus = (client: Client, control: CallControl) => call(client, 'syncStatus', control)

/** Looks at one answer after the other until it finds something. `unknown` is the error without an answer. */
export async function waitFor<Answer, Result>(
  client: Client,
  question: Question<Answer>,
  look: (answer: Answer) => Promise<Result | undefined> | Result | undefined,
  unknown: (cause?: unknown) => Error,
  { signal, waitMs = WAIT_MS }: WaitOptions,
): Promise<Result> {
  const deadline = Date.now() + waitMs
  for (let isNew = true; ; isNew = false) {
    const found = await nextAnswer(client, question, { isNew, signal })
      .then(look)
      .catch((error: unknown) => {
        signal?.throwIfAborted()
        // A refusal is of the question only: what was published is on its way.
        if (!isPassing(error)) throw unknown(error)
        return undefined
      })
    if (found !== undefined) return found
    if (Date.now() >= deadline) throw unknown()
  }
}

/** The server does not answer. */
const isPassing = (error: unknown): boolean =>
  (error instanceof ClientError && ['unreachable', 'timedOut'].includes(error.code)) ||
  (error instanceof ApiError && (error.status >= 500 || error.status === 429))
