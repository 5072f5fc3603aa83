// A tenant with an admin and a user, as an operator and an admin would make them.
import { grantDappPrivileges, grantUserPrivileges, onboardTenant } from '@connex/contracts/deploy'
import type { PrivilegeName, TenantAccess } from '@connex/contracts/deploy'
import { Address } from '@connex/protocol'
import { newUser } from './newUser.ts'
import type { TestUser } from './newUser.ts'
import type { NodePlan } from './startTestNode.ts'
import type { TestLedger } from './startTestLedger.ts'

export type TestTenant = {
  name: string
  address: Address
  access: TenantAccess
  admin: TestUser
  user: TestUser
}

export type TenantOptions = {
  name: string
  /** What its user may do, beside using the dApps. */
  user: readonly PrivilegeName[]
  /** What the tenant may do, on the instrument manager and on the registry manager. */
  instrument?: readonly PrivilegeName[]
  registry?: readonly PrivilegeName[]
}

export async function joinTenant(
  test: TestLedger,
  place: NodePlan,
  { name, user: held, instrument = [], registry = [] }: TenantOptions,
): Promise<TestTenant> {
  const { ledger, deployment, operatorUser } = test
  const [admin, user] = [newUser(), newUser()]
  const tenant = { name, apiUrl: place.url, lei: '' }
  const access = await onboardTenant(ledger, operatorUser, deployment, tenant, admin.account.address)
  const { PlatformManager, InstrumentManager, AccountRegistryManager } = deployment.contracts
  await grantUserPrivileges(ledger, admin.account, access, PlatformManager, [
    { user: user.account.address, privileges: ['user.DAPP_USER', ...held], fund: true },
    { user: place.nodeAccount as `0x${string}`, privileges: ['user.NODE_ACCOUNT'] },
  ])
  for (const [dapp, privileges] of [
    [InstrumentManager, instrument],
    [AccountRegistryManager, registry],
  ] as const)
    if (privileges.length > 0)
      await grantDappPrivileges(ledger, operatorUser, deployment.operator, dapp, [
        { holder: access.tenant, privileges },
      ])
  return { name, address: Address.parse(access.tenant), access, admin, user }
}
