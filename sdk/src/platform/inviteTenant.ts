import type { TenantInvitation } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { call } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'
import { requireClient } from '../http/requireClient.ts'

/**
 * The platform's operator invites a tenant. Its first administrator confirms with the token, see `confirmInvitation`.
 *
 * @example
 * const { token } = await inviteTenant(client, { name: 'Nordhafen Custody' })
 */
export async function inviteTenant(
  client: Client,
  body: { name: string },
  control: CallControl = {},
): Promise<TenantInvitation> {
  requireClient(client)
  return call(client, 'inviteTenant', { ...control, body })
}
