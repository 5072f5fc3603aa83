import type { CallAnswer, CallBody, PrivilegeName } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { call } from '../http/call.ts'
import { requireClient } from '../http/requireClient.ts'
import type { SendOptions } from '../ledger/progress.ts'
import { grantPrivileges } from './grantPrivileges.ts'

export type UserParameters = CallBody<'createUser'> & {
  /** What the user may do, granted on the ledger; with any, the wallet is funded for its first transactions. */
  privileges?: readonly PrivilegeName[] | undefined
}

/**
 * Invites a user to the own tenant: to its server, and, with privileges, to the ledger. The user's wallet then confirms with
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
