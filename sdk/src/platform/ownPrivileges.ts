import type { Address } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { dappOf } from '../ledger/dappOf.ts'
import { currentMe } from './whoami.ts'

/** The own tenant's privilege manager, which it reaches by its platform controller. */
export async function ownPrivileges(client: Client): Promise<{ dappAddr: Address; to: Address }> {
  const [dappAddr, { tenant }] = await Promise.all([dappOf(client, 'platform'), currentMe(client)])
  return { dappAddr, to: tenant.privilegeManagerAddr }
}
