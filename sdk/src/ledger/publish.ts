import { HexData } from '@connex/protocol'
import type { TxHash } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { ApiError, ClientError } from '../errors.ts'
import { call } from '../http/call.ts'
import { backoff, pause } from '../http/pause.ts'
import type { SignedTransaction } from './journal/Journal.ts'
import type { SendOptions } from './progress.ts'
import { rpc } from './rpc.ts'

const PUBLISH_TRIES = 4

/**
 * Brings what is signed to the ledger. Publishing it again is harmless, so an uncertain outcome is no reason to give up:
 * it throws 'keptForLater' where nobody knows in the end whether the ledger has it, and a refusal as it is.
 */
export async function publish(
  client: Client,
  { raw, txHash }: Pick<SignedTransaction, 'raw' | 'txHash'>,
  { publishBy, signal }: Pick<SendOptions, 'publishBy' | 'signal'> = {},
): Promise<void> {
  const rawTransaction = HexData.parse(raw)
  const tries = publishBy === undefined ? PUBLISH_TRIES : 1
  for (let attempt = 0; ; attempt++) {
    try {
      if (publishBy === undefined) await call(client, 'publishRawTx', { body: { rawTransaction }, signal })
      else await publishBy(rawTransaction)
      return
    } catch (error) {
      signal?.throwIfAborted()
      if (!isUncertain(error) || attempt + 1 >= tries) return judge(client, txHash, error)
      await pause(backoff(attempt), signal)
    }
  }
}

/**
 * What a failure means, by the ledger's own word. A server's refusal is its last word, and so is the ledger's; what it
 * does not have after anything else may still be on its way.
 */
async function judge(client: Client, txHash: TxHash, error: unknown): Promise<void> {
  const hasLedgerFailed = isOfLedger(error)
  if (!hasLedgerFailed && !isUncertain(error)) throw error
  const found = await rpc(client, 'eth_getTransactionByHash', [txHash]).catch(() => undefined)
  if (found != null) return
  // Nothing but null is an answer: a ledger that is away refuses in the same words.
  if (hasLedgerFailed && found === null) throw error
  throw new ClientError('keptForLater', txHash, error)
}

const NO_ANSWER = ['unreachable', 'timedOut', 'unexpectedAnswer', 'answerTooLarge']

/** No answer, or one that may be a proxy's. */
const isUncertain = (error: unknown): boolean =>
  error instanceof ApiError
    ? error.status >= 500 && !isOfLedger(error)
    : error instanceof ClientError && NO_ANSWER.includes(error.code)

/** What the ledger refuses, or that it is away. */
export const isOfLedger = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'ledgerFailed'

export const isKeptForLater = (error: unknown): boolean =>
  error instanceof ClientError && error.code === 'keptForLater'
