import { privilegeManagerAbi } from '@connex/contracts'
import type { Address } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { requireClient } from '../http/requireClient.ts'
import { execute } from '../ledger/execute.ts'
import { hex } from '../ledger/hex.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import { ownPrivileges } from './ownPrivileges.ts'

/**
 * Nominates another administrator of the own tenant, who may commit a day later, for 30 days.
 *
 * @example
 * await nominateAdmin(client, { nomineeAddr })
 */
export async function nominateAdmin(
  client: Client,
  { nomineeAddr }: { nomineeAddr: Address },
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const own = await ownPrivileges(client)
  return execute(client, privilegeManagerAbi, own, 'nominateAdmin', [hex(nomineeAddr)], options)
}
