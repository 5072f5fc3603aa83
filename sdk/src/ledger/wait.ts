// Waiting for a transaction's block, and for the server's index.
import type { TxHash } from '@connex/protocol'
import { BlockNumber } from '@connex/protocol'
import type { Client, Session } from '../client/client.ts'
import { ApiError, ClientError, LedgerError } from '../errors.ts'
import { call } from '../http/call.ts'
import { pause } from '../http/pause.ts'
import { rpc } from './readContract.ts'
import { simulate } from './simulate.ts'
import type { Transaction } from './transaction.ts'

/**
 * The block that took the transaction up. A transaction that the ledger refused there throws the refusal; if the server refuses to
 * answer, the outcome is unknown, and it throws 'keptForLater'.
 */
export async function waitForBlock(
  client: Client,
  transaction: Transaction,
  txHash: TxHash,
  options: WaitOptions,
): Promise<BlockNumber> {
  const { block, succeeded } = await waitFor(
    client.session,
    () => receiptOf(client, txHash, options.signal),
    (cause) => new ClientError(cause === undefined ? 'notMined' : 'keptForLater', txHash, cause),
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
 * Waits until the own server has read the block; its answers then include the change.
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
