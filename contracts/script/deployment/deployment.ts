import type { DappContracts } from './deployDapps.ts'
import type { DeployedPlatform } from './deployPlatform.ts'
import type { TenantAccess } from './tenantAccess.ts'

/** Everything that a deployment leaves behind: each contract's address by its name, and the operator's tenant. */
export type Deployment = {
  contracts: DeployedPlatform['contracts'] & DappContracts
  operator: TenantAccess
}
