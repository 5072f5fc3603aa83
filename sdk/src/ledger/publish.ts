import type { HexData } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { ApiError, ClientError } from '../errors.ts'
import { call } from '../http/call.ts'
import { backoff, pause } from '../http/pause.ts'

const PUBLISH_TRIES = 4

/** Publishing the same raw transaction again is harmless, so an uncertain outcome is no reason to give up. */
export async function publish(
  client: Client,
  raw: `0x${string}`,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await call(client, 'publishRawTx', { body: { rawTransaction: raw as HexData }, signal })
      return
    } catch (error) {
      if (!isUncertain(error) || attempt + 1 >= PUBLISH_TRIES) throw error
      await pause(backoff(attempt), signal)
    }
  }
}

const NO_ANSWER = ['unreachable', 'timedOut', 'unexpectedAnswer', 'answerTooLarge']

/** Whether nobody knows if the ledger got it: no answer, or one that may be a proxy's. What the ledger itself refuses
 * comes as 'ledgerFailed'. */
export const isUncertain = (error: unknown): boolean =>
  error instanceof ApiError
    ? error.status >= 500 && error.code !== 'ledgerFailed'
    : error instanceof ClientError && NO_ANSWER.includes(error.code)
