import type { Client } from '../createClient.ts'

/** The session's bearer token while the server takes it; a few seconds short, for the way there. */
export function liveToken(client: Client): string | undefined {
  const { token } = client.session
  const now = (Date.now() + client.connection.clockSkew) / 1000
  return token !== undefined && token.expiresAt - 5 > now ? token.value : undefined
}
