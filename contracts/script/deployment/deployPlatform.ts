import { encodeFunctionData } from 'viem'
import type { Address, LocalAccount } from 'viem'
import { factoryAbi, platformManagerAbi } from '../../generated/index.ts'
import { deployBehindProxy, deployContract } from './deployContract.ts'
import type { Ledger } from './ledger.ts'
import { send } from './ledger.ts'
import { registeredTenant, tenantData } from './tenants.ts'
import type { TenantAccess, TenantParameters } from './tenants.ts'
import { workflowConfig } from './workflowConfig.ts'

export type PlatformParameters = {
  /** The operator's tenant; its name is the platform's. */
  operator: TenantParameters
  /** Wei; see IPlatformManager.setRefundLimits for what is allowed. */
  refundThreshold: bigint
  refundLimit: bigint
  /** Wei that the platform manager starts with, to refund from. */
  funding: bigint
}

export type DeployedPlatform = {
  contracts: { PlatformManager: Address; Factory: Address }
  /** Linked into every manager behind a proxy. */
  upgrades: Address
  operator: TenantAccess
}

/** Factory, platform manager, and the operator's tenant, whose first user is the deploying account. */
export async function deployPlatform(
  ledger: Ledger,
  account: LocalAccount,
  { operator, refundThreshold, refundLimit, funding }: PlatformParameters,
): Promise<DeployedPlatform> {
  const tenantCode = await deployContract(ledger, account, 'Tenant')
  const controllerCode = await deployContract(ledger, account, 'DappController')
  const factory = await deployContract(ledger, account, 'Factory', {
    types: [{ type: 'address' }, { type: 'address' }],
    values: [tenantCode.address, controllerCode.address],
  })
  const initCall = encodeFunctionData({
    abi: platformManagerAbi,
    functionName: 'init',
    args: [
      factory.address,
      tenantData(operator),
      account.address,
      workflowConfig('platform'),
      { refundThreshold, refundLimit },
    ],
  })
  const { address: upgrades } = await deployContract(ledger, account, 'Upgrades')
  const platform = await deployBehindProxy(ledger, account, {
    name: 'PlatformManager',
    libraries: { Upgrades: upgrades },
    initCall,
  })
  const access = registeredTenant(platform.receipt)
  await send(ledger, account, 'fund the platform manager', {
    to: platform.address,
    value: funding,
    data: encodeFunctionData({ abi: platformManagerAbi, functionName: 'fund' }),
  })
  await send(ledger, account, 'hand the factory to the operator', {
    to: factory.address,
    data: encodeFunctionData({ abi: factoryAbi, functionName: 'changeOwner', args: [access.tenant] }),
  })
  return {
    contracts: { PlatformManager: platform.address, Factory: factory.address },
    upgrades,
    operator: access,
  }
}
