import { privilegeManagerAbi } from '@connex/contracts'
import type { Client } from '../createClient.ts'
import { requireClient } from '../http/requireClient.ts'
import { execute } from '../ledger/execute.ts'
import { hex } from '../ledger/hex.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import type { GrantParameters } from './grantPrivileges.ts'
import { ownPrivileges } from './ownPrivileges.ts'
import { privilegeChanges } from './privilegeChanges.ts'

/**
 * Takes privileges from a user of the own tenant, on the ledger: gone in the very next transaction. Revoked everywhere, what
 * is held on one dApp alone stays.
 *
 * @example
 * await revokePrivileges(client, { userAddr, privileges: ['delivery.BACKOFFICE'] })
 */
export async function revokePrivileges(
  client: Client,
  { userAddr, privileges, instanceAddr }: GrantParameters,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const args = [hex(userAddr), privilegeChanges(privileges, false, instanceAddr)] as const
  const own = await ownPrivileges(client)
  return execute(client, privilegeManagerAbi, own, 'grantRevokeMultiple', args, options)
}
