import { encodeFunctionData, parseEventLogs } from 'viem'
import type { Address, LocalAccount } from 'viem'
import {
  accountRegistryManagerAbi,
  chainRegistryManagerAbi,
  deliveryManagerAbi,
  entryRegistryManagerAbi,
  factoryAbi,
  instrumentManagerAbi,
} from '../../generated/index.ts'
import { deployBehindProxy, deployContract } from './deployContract.ts'
import type { DeployedPlatform } from './deployPlatform.ts'
import { send } from './ledger.ts'
import type { Ledger } from './ledger.ts'
import { holderChanges } from './privileges.ts'
import type { PrivilegeName } from './privileges.ts'
import type { TenantAccess } from './tenants.ts'

export type DappContracts = {
  InstrumentManager: Address
  AccountRegistryManager: Address
  EntryRegistryManager: Address
  ChainRegistryManager: Address
  DeliveryManager: Address
  Erc20LegManager: Address
  Erc721LegManager: Address
  HtlcLegManager: Address
}

/** The result of a deployment: each contract's address by its name, and the operator's tenant. */
export type Deployment = {
  contracts: DeployedPlatform['contracts'] & DappContracts
  operator: TenantAccess
}

/** The dApps' contracts, each manager with a privilege manager whose super user is the operator's tenant. */
export async function deployDapps(
  ledger: Ledger,
  account: LocalAccount,
  { contracts: { PlatformManager: platform, Factory: factory }, operator }: DeployedPlatform,
): Promise<DappContracts> {
  const privilegeManager = async (held: readonly PrivilegeName[]): Promise<Address> => {
    const args = [operator.tenant, [holderChanges(operator.tenant, held)]] as const
    const receipt = await send(ledger, account, 'make a privilege manager', {
      to: factory,
      data: encodeFunctionData({ abi: factoryAbi, functionName: 'createPrivilegeManager', args }),
    })
    const [event] = parseEventLogs({
      abi: factoryAbi,
      eventName: 'PrivilegeManagerCreated',
      logs: receipt.logs,
    })
    if (event === undefined) throw new Error('the factory made no privilege manager')
    return event.args.privilegeManager
  }
  const instruments = await deployBehindProxy(
    ledger,
    account,
    'InstrumentManager',
    encodeFunctionData({
      abi: instrumentManagerAbi,
      functionName: 'init',
      args: [platform, await privilegeManager(['instrument.OPERATOR', 'instrument.PLATFORM_UPGRADE'])],
    }),
  )
  const { address: registrationLogic } = await deployContract(ledger, account, 'RegistrationLogic')
  const { address: ownerLogic } = await deployContract(ledger, account, 'AccountOwnerLogic')
  const { address: registrarLogic } = await deployContract(ledger, account, 'AccountRegistrarLogic')
  const registries = await deployBehindProxy(
    ledger,
    account,
    'AccountRegistryManager',
    encodeFunctionData({
      abi: accountRegistryManagerAbi,
      functionName: 'init',
      args: [platform, await privilegeManager(['registry.OPERATOR', 'registry.PLATFORM_UPGRADE'])],
    }),
    {
      RegistrationLogic: registrationLogic,
      AccountOwnerLogic: ownerLogic,
      AccountRegistrarLogic: registrarLogic,
    },
  )
  const entryRegistries = await deployBehindProxy(
    ledger,
    account,
    'EntryRegistryManager',
    encodeFunctionData({
      abi: entryRegistryManagerAbi,
      functionName: 'init',
      args: [platform, await privilegeManager(['registry.OPERATOR', 'registry.PLATFORM_UPGRADE'])],
    }),
    { RegistrationLogic: registrationLogic },
  )
  const { address: chainLogic } = await deployContract(ledger, account, 'CustodyChainLogic')
  const chainRegistries = await deployBehindProxy(
    ledger,
    account,
    'ChainRegistryManager',
    encodeFunctionData({
      abi: chainRegistryManagerAbi,
      functionName: 'init',
      args: [platform, await privilegeManager(['registry.OPERATOR', 'registry.PLATFORM_UPGRADE'])],
    }),
    { RegistrationLogic: registrationLogic, CustodyChainLogic: chainLogic },
  )
  const deliveries = await deployBehindProxy(
    ledger,
    account,
    'DeliveryManager',
    encodeFunctionData({
      abi: deliveryManagerAbi,
      functionName: 'init',
      args: [platform, await privilegeManager(['delivery.OPERATOR', 'delivery.PLATFORM_UPGRADE'])],
    }),
  )
  const legManager = async (
    name: 'Erc20LegManager' | 'Erc721LegManager' | 'HtlcLegManager',
  ): Promise<Address> => {
    const deployed = await deployContract(ledger, account, name, {
      types: [{ type: 'address' }, { type: 'address' }],
      values: [platform, deliveries.address],
    })
    return deployed.address
  }
  return {
    InstrumentManager: instruments.address,
    AccountRegistryManager: registries.address,
    EntryRegistryManager: entryRegistries.address,
    ChainRegistryManager: chainRegistries.address,
    DeliveryManager: deliveries.address,
    Erc20LegManager: await legManager('Erc20LegManager'),
    Erc721LegManager: await legManager('Erc721LegManager'),
    HtlcLegManager: await legManager('HtlcLegManager'),
  }
}
