import type { Client } from '../createClient.ts'
import { call } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'
import { liveToken } from '../http/liveToken.ts'
import { walletOf } from '../ledger/journal/walletOf.ts'
import { requireClient } from '../http/requireClient.ts'

/**
 * Ends the bearer token, where there is one, forgets who we are, and drops what was signed and not yet confirmed,
 * unless it is to be kept: a session that ended by itself is no reason to lose it. Locking the signer is the caller's.
 *
 * @example
 * await logout(client)
 */
export async function logout(
  client: Client,
  { keepSigned = false, ...control }: CallControl & { keepSigned?: boolean } = {},
): Promise<void> {
  requireClient(client)
  const { session, signer, journal } = client
  const hasWallet = signer !== undefined && client.connection.chainId !== undefined
  if (hasWallet && !keepSigned) await journal.write(walletOf(client), [])
  try {
    if (liveToken(client) !== undefined) await call(client, 'logout', control)
  } finally {
    session.token = undefined
    session.me = undefined
  }
}
