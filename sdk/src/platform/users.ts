// Users of the caller's tenant.
import type { CallAnswer, CallBody, PrivilegeName, User } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import type { CallControl } from '../http/call.ts'
import { call } from '../http/call.ts'
import type { SendOptions } from '../ledger/transaction.ts'
import { grantPrivileges } from './privileges.ts'

export type UserParameters = CallBody<'createUser'> & {
  /** What the user may do, granted on the ledger; an active user's wallet is funded for its first transactions. */
  privileges?: readonly PrivilegeName[] | undefined
}

/**
 * Invites a user to the caller's tenant: to its server, and, with privileges, to the ledger. The user's wallet then confirms with
 * the token, see `acceptInvitation`.
 *
 * @example
 * const { invitationToken } = await createUser(client, { userAddr, name: 'A. Keller', privileges: ['user.DAPP_USER', 'delivery.BACKOFFICE'] })
 */
export async function createUser(
  client: Client,
  { privileges = [], ...body }: UserParameters,
  options: SendOptions = {},
): Promise<CallAnswer<'createUser'>> {
  requireClient(client)
  const user = await call(client, 'createUser', { body, signal: options.signal })
  if (privileges.length > 0) await grantPrivileges(client, { userAddr: body.userAddr, privileges }, options)
  return user
}

/**
 * Changes a user's name or status, or locks the user until a time; null unlocks.
 *
 * @example
 * await updateUser(client, { userAddr, lockExpiration: 1_800_000_000 })
 */
export const updateUser = (
  client: Client,
  body: CallBody<'updateUser'>,
  control: CallControl = {},
): Promise<User> => call(client, 'updateUser', { ...control, body })

/**
 * The invited user's wallet confirms with the token from its tenant's admin; from then on the user is ACTIVE.
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
