// A session: who is asking, and the bearer token of platform calls.
import type { Me } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { requireClient, walletOf } from '../client/client.ts'
import type { CallControl } from '../http/call.ts'
import { call, liveToken } from '../http/call.ts'

/**
 * Who the wallet belongs to: the user, also when locked or inactive, and the tenant.
 *
 * @example
 * const { user, tenant } = await whoami(client)
 */
export async function whoami(client: Client, control: CallControl = {}): Promise<Me> {
  requireClient(client)
  const { session } = client
  const me = call(client, 'me', control)
  session.me = me
  me.catch(() => {
    if (session.me === me) session.me = undefined
  })
  return me
}

/** The same from this session's memory, where it was asked before. */
export const currentMe = (client: Client): Promise<Me> => client.session.me ?? whoami(client)

/**
 * Exchanges a signed request for the bearer token that platform calls carry from now on.
 *
 * @example
 * await login(client)
 */
export async function login(client: Client, control: CallControl = {}): Promise<void> {
  const { token, expiresAt } = await call(client, 'login', control)
  client.session.token = { value: token, expiresAt }
}

/**
 * What comes after unlocking: who am I; then, for a user who may act, the bearer token, and the signer told to which
 * contracts its transactions go. A user who is locked or inactive, or whose wallet has expired, is answered all the same, so that a screen can say why.
 *
 * @example
 * const { user, tenant } = await openSession(client)
 */
export async function openSession(client: Client, control: CallControl = {}): Promise<Me> {
  const me = await whoami(client, control)
  const isLocked = me.user.lockExpiration !== null && me.user.lockExpiration * 1000 > serverNow(client)
  const isExpired = me.user.walletExpirationStatus === 'EXPIRED'
  if (me.user.status !== 'ACTIVE' || isLocked || isExpired) return me
  await login(client, control)
  const platform = await call(client, 'platform', control)
  const controllers = me.tenant.dappControllers.map((controller) => controller.address)
  await client.signer?.allowContracts([...controllers, platform.address])
  return me
}

const serverNow = (client: Client): number => Date.now() + client.connection.clockSkew

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
