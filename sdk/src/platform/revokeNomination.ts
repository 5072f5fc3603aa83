import { privilegeManagerAbi } from '@connex/contracts'
import type { Client } from '../createClient.ts'
import { requireClient } from '../http/requireClient.ts'
import { execute } from '../ledger/execute.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import { ownPrivileges } from './ownPrivileges.ts'

/**
 * Takes the pending nomination of an administrator of the own tenant back.
 *
 * @example
 * await revokeNomination(client)
 */
export async function revokeNomination(client: Client, options: SendOptions = {}): Promise<Sent> {
  requireClient(client)
  const own = await ownPrivileges(client)
  return execute(client, privilegeManagerAbi, own, 'revokeNomination', [], options)
}
