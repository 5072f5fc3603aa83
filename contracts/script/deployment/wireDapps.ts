import { encodeFunctionData, zeroHash } from 'viem'
import type { Address, LocalAccount } from 'viem'
import {
  dappTypes,
  deliveryManagerAbi,
  earmarkProtocolsAbi,
  factoryAbi,
  legTypes,
  platformManagerAbi,
  registryTypes,
} from '../../generated/index.ts'
import { controllerFor, createdControllers, delegate } from './tenants.ts'
import type { DelegatedCall, TenantAccess } from './tenants.ts'
import type { DappContracts } from './deployDapps.ts'
import type { DeployedPlatform } from './deployPlatform.ts'
import { grantDappPrivileges, grantUserPrivileges } from './grants.ts'
import type { Ledger } from './ledger.ts'
import { workflowConfig } from './workflowConfig.ts'
import type { DappType, RegistryManagerName } from './workflowConfig.ts'

/**
 * Registers the dApps with the platform, gives the operator its controllers, and lets the dApps work together. All of
 * it by the operator's tenant, as an operator would do it.
 */
export async function wireDapps(
  ledger: Ledger,
  account: LocalAccount,
  { contracts, operator }: DeployedPlatform,
  dapps: DappContracts,
): Promise<TenantAccess> {
  await grantUserPrivileges(ledger, account, operator, contracts.PlatformManager, [
    {
      user: account.address,
      privileges: ['user.DAPP_ADMIN', 'user.BUSINESS_ADMIN', 'user.TECHNICAL_ADMIN'],
    },
  ])
  const receipt = await delegate(
    ledger,
    account,
    'register the dApps',
    controllerFor(operator.controllers, contracts.PlatformManager),
    registrationsOf(contracts, dapps),
  )
  const access = { ...operator, controllers: [...operator.controllers, ...createdControllers(receipt)] }
  await grantBetweenDapps(ledger, account, access, dapps)
  await announceDeliveries(ledger, account, access, dapps)
  await delegate(
    ledger,
    account,
    'register who keeps which leg type',
    controllerFor(access.controllers, dapps.DeliveryManager),
    legManagersOf(dapps),
  )
  return access
}

/** The types, the dApps, and a controller of the operator for each dApp. */
function registrationsOf(
  { PlatformManager, Factory }: DeployedPlatform['contracts'],
  dapps: DappContracts,
): DelegatedCall[] {
  const registerType = (type: DappType): DelegatedCall => ({
    target: PlatformManager,
    data: encodeFunctionData({
      abi: platformManagerAbi,
      functionName: 'registerType',
      args: [dappTypes[type], zeroHash],
    }),
  })
  const registerDapp = (
    type: DappType,
    name: string,
    dapp: Address,
    config = workflowConfig(type),
  ): DelegatedCall[] => [
    {
      target: PlatformManager,
      data: encodeFunctionData({
        abi: platformManagerAbi,
        functionName: 'registerDAPP',
        args: [dapp, dappTypes[type], name, zeroHash],
      }),
    },
    {
      target: Factory,
      data: encodeFunctionData({
        abi: factoryAbi,
        functionName: 'createGenericDAPPController',
        args: [dapp, config],
      }),
    },
  ]
  const registerRegistry = (name: RegistryManagerName): DelegatedCall[] =>
    registerDapp('registry', name, dapps[name], workflowConfig('registry', name))
  return [
    ...(['instrument', 'registry', 'delivery'] as const).map(registerType),
    ...registerDapp('instrument', 'InstrumentManager', dapps.InstrumentManager),
    ...registerRegistry('AccountRegistryManager'),
    ...registerRegistry('EntryRegistryManager'),
    ...registerRegistry('ChainRegistryManager'),
    ...registerDapp('delivery', 'DeliveryManager', dapps.DeliveryManager),
  ]
}

const registryManagersOf = (dapps: DappContracts): Address[] => [
  dapps.AccountRegistryManager,
  dapps.EntryRegistryManager,
  dapps.ChainRegistryManager,
]

/** The dApps' privileges in each other. */
async function grantBetweenDapps(
  ledger: Ledger,
  account: LocalAccount,
  access: TenantAccess,
  dapps: DappContracts,
): Promise<void> {
  const registryManagers = registryManagersOf(dapps)
  await grantDappPrivileges(
    ledger,
    account,
    access,
    dapps.InstrumentManager,
    registryManagers.map((holder) => ({ holder, privileges: ['instrument.DAPP'] as const })),
  )
  for (const registries of registryManagers)
    await grantDappPrivileges(ledger, account, access, registries, [
      { holder: dapps.InstrumentManager, privileges: ['registry.INSTRUMENT_DAPP'] },
      { holder: dapps.DeliveryManager, privileges: ['registry.EARMARK_PROTOCOL_DAPP'] },
    ])
}

/** The delivery manager as an earmark protocol: active at once, since the managers have no registry yet. */
async function announceDeliveries(
  ledger: Ledger,
  account: LocalAccount,
  access: TenantAccess,
  dapps: DappContracts,
): Promise<void> {
  const data = encodeFunctionData({
    abi: earmarkProtocolsAbi,
    functionName: 'announceEarmarkProtocol',
    args: [dapps.DeliveryManager],
  })
  for (const target of registryManagersOf(dapps))
    await delegate(
      ledger,
      account,
      'announce the delivery manager as an earmark protocol',
      controllerFor(access.controllers, target),
      [{ target, data }],
    )
}

function legManagersOf(dapps: DappContracts): DelegatedCall[] {
  const legs = (
    legType: (typeof legTypes)[number],
    manager: Address,
    registryType: (typeof registryTypes)[number] = 'NONE',
  ): DelegatedCall => ({
    target: dapps.DeliveryManager,
    data: encodeFunctionData({
      abi: deliveryManagerAbi,
      functionName: 'registerLegManager',
      args: [legTypes.indexOf(legType), manager, registryTypes.indexOf(registryType)],
    }),
  })
  return [
    legs('DIGITAL', dapps.DeliveryManager, 'DIGITAL'),
    legs('DIGITAL_WITH_COORDINATOR', dapps.DeliveryManager, 'DIGITAL'),
    legs('TXC', dapps.DeliveryManager, 'DIGITAL'),
    legs('EXTERNAL', dapps.DeliveryManager),
    legs('TRADITIONAL', dapps.DeliveryManager),
    legs('HTLC', dapps.HtlcLegManager),
    legs('ERC20', dapps.Erc20LegManager),
    legs('ERC721', dapps.Erc721LegManager),
  ]
}
