import type { Me } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { call } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'
import { login } from './login.ts'
import { whoami } from './whoami.ts'

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
