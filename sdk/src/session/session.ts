// A session: the user and tenant behind the wallet, and the bearer token of platform calls.
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

/** The same, cached in this session. */
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
 * Opens a session after unlocking: whoami; then, for a user who may act, the bearer token, and the signer's list of allowed
 * contracts. It also resolves for a user who is locked or inactive or whose wallet has expired, so that a screen can explain it.
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
  await allowOwnContracts(client, me, control)
  return me
}

/**
 * Lets the signer sign for the tenant's controllers, its privilege manager, which hears a nominee's answer, and the platform, and for
 * no other contract.
 *
 * @example
 * await allowOwnContracts(client, await whoami(client))
 */
export async function allowOwnContracts(
  client: Client,
  { tenant }: Me,
  control: CallControl = {},
): Promise<void> {
  const platform = await call(client, 'platform', control)
  const controllers = tenant.dappControllers.map(({ address }) => address)
  await client.signer?.allowContracts([...controllers, tenant.privilegeManagerAddr, platform.address])
}

/** A UTC day, by the server's clock or of a moment in milliseconds. `utcDay(client)` → '2026-11-25' */
export const utcDay = (client: Client, at = serverNow(client)): string =>
  new Date(at).toISOString().slice(0, 10)

/** The server's clock in milliseconds, as far as its answers have shown it. */
export const serverNow = (client: Client): number => Date.now() + client.connection.clockSkew

/**
 * Ends the bearer token, if any, clears the session, and removes signed transactions that no block has, unless `keepSigned`: a
 * session that timed out must not lose them. What a chain reorg may take back stays. The caller locks the signer.
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
  if (hasWallet && !keepSigned) {
    const stored = await journal.read(walletOf(client))
    await journal.write(
      walletOf(client),
      stored.filter(({ block }) => block !== undefined),
    )
  }
  try {
    if (liveToken(client) !== undefined) await call(client, 'logout', control)
  } finally {
    session.token = undefined
    session.me = undefined
  }
}
