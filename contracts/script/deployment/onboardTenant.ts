import { encodeFunctionData } from 'viem'
import type { Address, LocalAccount } from 'viem'
import { platformManagerAbi } from '../../generated/platformManagerAbi.ts'
import { controllerFor } from './createdControllers.ts'
import { delegate } from './delegate.ts'
import type { Deployment } from './deployment.ts'
import type { Ledger } from './ledger.ts'
import { registeredTenant } from './tenantAccess.ts'
import type { TenantAccess } from './tenantAccess.ts'
import { tenantData } from './tenantData.ts'
import type { TenantParameters } from './tenantData.ts'
import { workflowConfig } from './workflowConfig.ts'

/**
 * Makes and registers a tenant with a controller for each dApp, and funds its first user, who holds user.DAPP_USER and
 * user.TENANT_ADMIN. `operatorUser` is a user of the operator's tenant who holds user.BUSINESS_ADMIN.
 */
export async function onboardTenant(
  ledger: Ledger,
  operatorUser: LocalAccount,
  { contracts, operator }: Deployment,
  tenant: TenantParameters,
  admin: Address,
): Promise<TenantAccess> {
  const registryManagers = ['AccountRegistryManager', 'EntryRegistryManager', 'ChainRegistryManager'] as const
  const controllers = [
    { dapp: contracts.PlatformManager, config: workflowConfig('platform') },
    { dapp: contracts.InstrumentManager, config: workflowConfig('instrument') },
    ...registryManagers.map((name) => ({ dapp: contracts[name], config: workflowConfig('registry', name) })),
    { dapp: contracts.DeliveryManager, config: workflowConfig('delivery') },
  ]
  const data = encodeFunctionData({
    abi: platformManagerAbi,
    functionName: 'onboard',
    args: [tenantData(tenant), admin, controllers],
  })
  const controller = controllerFor(operator.controllers, contracts.PlatformManager)
  const calls = [{ target: contracts.PlatformManager, data }]
  return registeredTenant(await delegate(ledger, operatorUser, `onboard ${tenant.name}`, controller, calls))
}
