// Waiting for a transaction's block, and for the server's index.
import type { BlockNumber } from '@connex/protocol'
import type { Client, Session } from '../client/client.ts'
import type { SignedTransaction } from '../client/journal.ts'
import { ApiError, ClientError, LedgerError } from '../errors.ts'
import { call } from '../http/call.ts'
import { pause } from '../http/pause.ts'
import { readLatestNonce, receiptOf } from './readContract.ts'
import { simulate } from './simulate.ts'
import type { Transaction } from './transaction.ts'

/**
 * The block that took the transaction up. A transaction that the ledger refused there throws the refusal, one whose nonce
 * another transaction used 'replaced'; if the server refuses to answer, the outcome is unknown, and it throws 'keptForLater'.
 */
export async function waitForBlock(
  client: Client,
  transaction: Transaction,
  signed: Pick<SignedTransaction, 'txHash' | 'nonce'>,
  options: WaitOptions,
): Promise<BlockNumber> {
  const { txHash } = signed
  const isReplaced = watchNonce(client, signed, options.signal)
  const end = await waitFor(
    client.session,
    async () =>
      (await receiptOf(client, txHash, options.signal)) ??
      ((await isReplaced()) ? ('replaced' as const) : undefined),
    (cause) => new ClientError(cause === undefined ? 'notMined' : 'keptForLater', txHash, cause),
    options,
  )
  if (end === 'replaced') throw new ClientError('replaced', txHash)
  if (!end.succeeded) throw await refusal(client, transaction, end.block)
  return end.block
}

const NONCE_EVERY_MS = 1000
/** Nodes behind one address differ by a few blocks: one may count a block of whose receipts another knows nothing. */
const REPLACED_AFTER_MS = 3000

/** Whether blocks have used the nonce for a while, though none has the transaction. Reads the ledger once a second. */
function watchNonce(
  client: Client,
  { nonce }: Pick<SignedTransaction, 'nonce'>,
  signal: AbortSignal | undefined,
): () => Promise<boolean> {
  let readAt = Date.now()
  let usedSince: number | undefined
  return async () => {
    const now = Date.now()
    if (now - readAt >= NONCE_EVERY_MS) {
      readAt = now
      const isUsed = nonce < (await readLatestNonce(client, { signal }))
      usedSince = isUsed ? (usedSince ?? now) : undefined
    }
    return usedSince !== undefined && now - usedSince >= REPLACED_AFTER_MS
  }
}

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
  await waitFor(
    client.session,
    async () => {
      const { indexedBlock } = await call(client, 'syncStatus', { signal: options.signal })
      return indexedBlock !== null && indexedBlock >= block ? true : undefined
    },
    (cause) => new ClientError('notIndexed', String(block), cause),
    options,
  )
}

/** Until no chain reorg takes the block back. Without a limit of time: on public ledgers it takes a quarter of an hour. */
export async function waitForFinality(
  client: Client,
  block: BlockNumber,
  signal: AbortSignal | undefined,
): Promise<void> {
  await waitFor(
    client.session,
    async () => {
      const { finalBlock } = await call(client, 'syncStatus', { signal })
      return finalBlock === undefined || (finalBlock !== null && finalBlock >= block) ? true : undefined
    },
    (cause) => new ClientError('notIndexed', String(block), cause),
    { signal, waitMs: Infinity },
  )
}

/** Another transaction of the wallet used the nonce, in a block. */
export const isReplaced = (error: unknown): boolean =>
  error instanceof ClientError && error.code === 'replaced'

type WaitOptions = { signal?: AbortSignal | undefined; waitMs?: number | undefined }

const FIRST_MS = 60
const LONGEST_MS = 1000
const WAIT_MS = 120_000

/** Polls with growing delays, and at once when the event stream announces a change. `unknown` is the error without an answer. */
async function waitFor<Result>(
  session: Session,
  ask: () => Promise<Result | undefined>,
  unknown: (cause?: unknown) => Error,
  { signal, waitMs = WAIT_MS }: WaitOptions,
): Promise<Result> {
  const deadline = Date.now() + waitMs
  for (let delay = FIRST_MS; ; delay = Math.min(LONGEST_MS, delay * 1.5)) {
    const answer = await ask().catch((error: unknown) => {
      signal?.throwIfAborted()
      // A refusal is of the question only: what was published is on its way.
      if (!isPassing(error)) throw unknown(error)
      return undefined
    })
    if (answer !== undefined) return answer
    if (Date.now() >= deadline) throw unknown()
    await pauseUntilNews(session, delay, signal)
  }
}

/** The server does not answer. */
const isPassing = (error: unknown): boolean =>
  (error instanceof ClientError && ['unreachable', 'timedOut'].includes(error.code)) ||
  (error instanceof ApiError && (error.status >= 500 || error.status === 429))

async function pauseUntilNews(
  session: Session,
  delay: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const news = new AbortController()
  const wake = () => news.abort()
  session.wakers.add(wake)
  try {
    await pause(delay, signal === undefined ? news.signal : AbortSignal.any([news.signal, signal]))
  } catch (error) {
    if (signal?.aborted) throw error
  } finally {
    session.wakers.delete(wake)
  }
}
