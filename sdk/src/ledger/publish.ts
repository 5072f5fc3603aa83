import type { HexData } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { ClientError } from '../errors.ts'
import { call } from '../http/call.ts'
import { backoff, pause } from '../http/pause.ts'

const PUBLISH_TRIES = 4

/** Publishing the same raw transaction again is harmless, so a broken line is no reason to give up. */
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
      if (!isBrokenLine(error) || attempt + 1 >= PUBLISH_TRIES) throw error
      await pause(backoff(attempt), signal)
    }
  }
}

/** Whether nobody knows if the server got it. */
export const isBrokenLine = (error: unknown): boolean =>
  error instanceof ClientError && ['unreachable', 'timedOut'].includes(error.code)
