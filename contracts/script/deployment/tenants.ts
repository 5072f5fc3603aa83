import {
  encodeFunctionData,
  hexToString,
  isAddressEqual,
  maxUint256,
  parseEventLogs,
  trim,
  zeroAddress,
  zeroHash,
} from 'viem'
import type { Address, Hex, LocalAccount, TransactionReceipt } from 'viem'
import { dappControllerAbi } from '../../generated/dappControllerAbi.ts'
import { factoryAbi } from '../../generated/factoryAbi.ts'
import { platformManagerAbi } from '../../generated/platformManagerAbi.ts'
import { send } from './ledger.ts'
import type { Ledger } from './ledger.ts'
import { workflowConfig } from './workflowConfig.ts'
import type { DappType } from './workflowConfig.ts'

/** A new tenant's own data. */
export type TenantParameters = {
  name: string
  apiUrl: string
  lei: string
  registrationReference?: Hex
  confirmer?: Address
}

/** As the ledger takes them. */
export const tenantData = ({
  name,
  apiUrl,
  lei,
  registrationReference = zeroHash,
  confirmer = zeroAddress,
}: TenantParameters) => ({ name, apiUrl, lei, registrationReference, confirmer })

/** One of a tenant's controllers, and its dApp. */
export type Controller = { address: Address; dapp: Address; type: DappType }

/** The controllers that the factory created in a transaction. */
export const createdControllers = (receipt: TransactionReceipt): Controller[] =>
  parseEventLogs({ abi: factoryAbi, eventName: 'ControllerCreated', logs: receipt.logs }).map(({ args }) => ({
    address: args.controller,
    dapp: args.dapp,
    type: hexToString(trim(args.dappType, { dir: 'right' })) as DappType,
  }))

/** A tenant's controller for a dApp; throws if it has none. */
export function controllerFor(controllers: readonly Controller[], dapp: Address): Address {
  const found = controllers.find((controller) => isAddressEqual(controller.dapp, dapp))
  if (found === undefined) throw new Error(`the tenant has no controller for ${dapp}`)
  return found.address
}

/** A tenant with its privilege manager and the controllers of its users. */
export type TenantAccess = { tenant: Address; privilegeManager: Address; controllers: Controller[] }

/** The tenant that a transaction has registered. */
export function registeredTenant(receipt: TransactionReceipt): TenantAccess {
  const [event] = parseEventLogs({
    abi: platformManagerAbi,
    eventName: 'TenantRegistered',
    logs: receipt.logs,
  })
  if (event === undefined) throw new Error('the transaction registered no tenant')
  const { tenant, privilegeManager } = event.args
  return { tenant, privilegeManager, controllers: createdControllers(receipt) }
}

export type DelegatedCall = { target: Address; data: Hex }

/** Makes calls of a user's tenant through one of its controllers, all or none: one signature, no deadline. */
export const delegate = (
  ledger: Ledger,
  user: LocalAccount,
  step: string,
  controller: Address,
  calls: readonly DelegatedCall[],
): Promise<TransactionReceipt> =>
  send(ledger, user, step, {
    to: controller,
    data: encodeFunctionData({
      abi: dappControllerAbi,
      functionName: 'delegateBatchWithMultisig',
      args: [calls, [], { nonce: 0n, deadline: maxUint256, sender: zeroAddress }],
    }),
  })

const REGISTRY_MANAGERS = ['AccountRegistryManager', 'EntryRegistryManager', 'ChainRegistryManager'] as const

type Manager =
  'PlatformManager' | 'InstrumentManager' | 'DeliveryManager' | (typeof REGISTRY_MANAGERS)[number]

/** The part of a deployment that onboarding needs. */
type Platform = { contracts: Readonly<Record<Manager, Address>>; operator: TenantAccess }

/**
 * Creates and registers a tenant with a controller for each dApp, and funds its first user, who holds user.DAPP_USER and
 * user.TENANT_ADMIN. `operatorUser` is a user of the operator's tenant who holds user.BUSINESS_ADMIN.
 */
export async function onboardTenant(
  ledger: Ledger,
  operatorUser: LocalAccount,
  { contracts, operator }: Platform,
  tenant: TenantParameters,
  admin: Address,
): Promise<TenantAccess> {
  const controllers = [
    { dapp: contracts.PlatformManager, config: workflowConfig('platform') },
    { dapp: contracts.InstrumentManager, config: workflowConfig('instrument') },
    ...REGISTRY_MANAGERS.map((name) => ({ dapp: contracts[name], config: workflowConfig('registry', name) })),
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
