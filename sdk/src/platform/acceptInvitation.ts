import type { User } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { call } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'
import { requireClient } from '../http/requireClient.ts'

/**
 * The invited user's wallet confirms with the token that its tenant's admin has given it; from then on the user is ACTIVE.
 *
 * @example
 * await acceptInvitation(client, { token: invitationToken })
 */
export async function acceptInvitation(
  client: Client,
  parameters: { token: string },
  control: CallControl = {},
): Promise<User> {
  requireClient(client)
  return call(client, 'confirmUserRegistration', { body: parameters, ...control })
}
