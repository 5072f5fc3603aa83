import type { Client } from '../createClient.ts'
import { ApiError } from '../errors.ts'

/** Takes over the server's clock where it refused ours. Whether that was the trouble. */
export function correctClock(client: Client, error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code !== 'stale') return false
  const serverTime = error.problem?.serverTime
  if (serverTime === undefined) return false
  client.connection.clockSkew = serverTime - Date.now()
  return true
}
