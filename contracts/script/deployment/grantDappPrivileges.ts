import { encodeFunctionData } from 'viem'
import type { Address, LocalAccount, TransactionReceipt } from 'viem'
import { dappAbi } from '../../generated/dappAbi.ts'
import { privilegeManagerAbi } from '../../generated/privilegeManagerAbi.ts'
import { controllerFor } from './createdControllers.ts'
import { delegate } from './delegate.ts'
import { holderChanges } from './holderChanges.ts'
import type { PrivilegeName } from './holderChanges.ts'
import type { Ledger } from './ledger.ts'
import type { TenantAccess } from './tenantAccess.ts'

export type DappGrant = { holder: Address; privileges: readonly PrivilegeName[] }

/**
 * Grants tenants, or other dApps, privileges on a dApp. `admin` is a user of the operator's tenant who holds
 * user.DAPP_ADMIN.
 */
export async function grantDappPrivileges(
  ledger: Ledger,
  admin: LocalAccount,
  operator: TenantAccess,
  dapp: Address,
  grants: readonly DappGrant[],
): Promise<TransactionReceipt> {
  const target = await ledger.client.readContract({
    address: dapp,
    abi: dappAbi,
    functionName: 'privilegeManager',
  })
  const data = encodeFunctionData({
    abi: privilegeManagerAbi,
    functionName: 'grantRevokeBatch',
    args: [grants.map(({ holder, privileges }) => holderChanges(holder, privileges))],
  })
  const controller = controllerFor(operator.controllers, dapp)
  return delegate(ledger, admin, 'grant privileges on a dApp', controller, [{ target, data }])
}
