import type { CallAnswer, CallBody } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { call } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'
import { requireClient } from '../http/requireClient.ts'

/**
 * The invited tenant's first administrator says who the tenant is; with no tenant, that there will be none. The operator then
 * registers it, see `registerTenant`.
 *
 * @example
 * await confirmInvitation(client, { token, tenant: { name: 'Nordhafen Custody', api: 'https://nordhafen.example', lei: '' } })
 */
export async function confirmInvitation(
  client: Client,
  body: CallBody<'confirmInvitation'>,
  control: CallControl = {},
): Promise<CallAnswer<'confirmInvitation'>> {
  requireClient(client)
  return call(client, 'confirmInvitation', { ...control, body })
}
