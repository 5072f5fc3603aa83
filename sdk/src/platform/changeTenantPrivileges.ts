import { dappAbi, privilegeManagerAbi } from '@connex/contracts'
import { Address } from '@connex/protocol'
import type { PrivilegeName } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { requireClient } from '../http/requireClient.ts'
import { execute } from '../ledger/execute.ts'
import { hex } from '../ledger/hex.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import { readContract } from '../ledger/readContract.ts'
import { privilegeChanges } from './privilegeChanges.ts'

export type TenantPrivilegeParameters = {
  /** The dApp on which they hold. */
  dappAddr: Address
  tenantAddr: Address
  granted?: readonly PrivilegeName[] | undefined
  revoked?: readonly PrivilegeName[] | undefined
}

/**
 * The dApp's operator says what a tenant may be there: investor, registrar, issuer, …
 *
 * @example
 * await changeTenantPrivileges(client, { dappAddr: registryManagerAddr, tenantAddr, granted: ['registry.INVESTOR'] })
 */
export async function changeTenantPrivileges(
  client: Client,
  { dappAddr, tenantAddr, granted = [], revoked = [] }: TenantPrivilegeParameters,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const { signal } = options
  const to = Address.parse(await readContract(client, dappAbi, dappAddr, 'privilegeManager', [], { signal }))
  const changes = [...privilegeChanges(granted, true), ...privilegeChanges(revoked, false)]
  const target = { dappAddr, to }
  return execute(
    client,
    privilegeManagerAbi,
    target,
    'grantRevokeMultiple',
    [hex(tenantAddr), changes],
    options,
  )
}
