import { encodeFunctionData, parseEventLogs } from 'viem'
import type { Abi, Address, LocalAccount } from 'viem'
import {
  accountRegistryManagerAbi,
  chainRegistryManagerAbi,
  entryRegistryManagerAbi,
  factoryAbi,
  instrumentManagerAbi,
  upgradableAbi,
} from '../../generated/index.ts'
import { deployBehindProxy, deployContract } from './deployContract.ts'
import type { DeployedPlatform } from './deployPlatform.ts'
import { send } from './ledger.ts'
import type { Ledger } from './ledger.ts'
import { holderChanges } from './grants.ts'
import type { PrivilegeName } from './grants.ts'

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

type Setup = { ledger: Ledger; account: LocalAccount; platform: DeployedPlatform }

/** The dApps' contracts, each manager with a privilege manager whose super user is the operator's tenant. */
export async function deployDapps(
  ledger: Ledger,
  account: LocalAccount,
  platform: DeployedPlatform,
): Promise<DappContracts> {
  const setup = { ledger, account, platform }
  const instruments = await deployManager(setup, 'InstrumentManager', instrumentManagerAbi, 'instrument')
  const registries = await deployRegistryManagers(setup)
  const privileges = await createPrivilegeManager(setup, privilegesToRun('delivery'))
  const deliveries = await deployFixed(setup, 'DeliveryManager', privileges)
  const legManager = (name: 'Erc20LegManager' | 'Erc721LegManager' | 'HtlcLegManager') =>
    deployFixed(setup, name, deliveries)
  return {
    InstrumentManager: instruments,
    ...registries,
    DeliveryManager: deliveries,
    Erc20LegManager: await legManager('Erc20LegManager'),
    Erc721LegManager: await legManager('Erc721LegManager'),
    HtlcLegManager: await legManager('HtlcLegManager'),
  }
}

async function deployRegistryManagers(
  setup: Setup,
): Promise<Pick<DappContracts, 'AccountRegistryManager' | 'EntryRegistryManager' | 'ChainRegistryManager'>> {
  const library = async (name: Parameters<typeof deployContract>[2]): Promise<Address> =>
    (await deployContract(setup.ledger, setup.account, name)).address
  const ofEvery = {
    RegistrationLogic: await library('RegistrationLogic'),
    EarmarkProtocols: await library('EarmarkProtocols'),
  }
  const AccountOwnerLogic = await library('AccountOwnerLogic')
  const AccountRegistrarLogic = await library('AccountRegistrarLogic')
  const accounts = await deployManager(
    setup,
    'AccountRegistryManager',
    accountRegistryManagerAbi,
    'registry',
    { ...ofEvery, AccountOwnerLogic, AccountRegistrarLogic },
  )
  const entries = await deployManager(
    setup,
    'EntryRegistryManager',
    entryRegistryManagerAbi,
    'registry',
    ofEvery,
  )
  const CustodyChainLogic = await library('CustodyChainLogic')
  const chains = await deployManager(setup, 'ChainRegistryManager', chainRegistryManagerAbi, 'registry', {
    ...ofEvery,
    CustodyChainLogic,
  })
  return { AccountRegistryManager: accounts, EntryRegistryManager: entries, ChainRegistryManager: chains }
}

/** A manager behind its proxy whose addresses are part of its code: the platform's and another. */
async function deployFixed(
  { ledger, account, platform }: Setup,
  name: keyof DappContracts,
  other: Address,
): Promise<Address> {
  const { address } = await deployBehindProxy(ledger, account, {
    name,
    constructorCall: {
      types: [{ type: 'address' }, { type: 'address' }],
      values: [platform.contracts.PlatformManager, other],
    },
    libraries: { Upgrades: platform.upgrades },
    initCall: encodeFunctionData({ abi: upgradableAbi, functionName: 'kind' }),
  })
  return address
}

/** A manager behind its proxy, with a privilege manager of its own. */
async function deployManager(
  setup: Setup,
  name: keyof DappContracts,
  abi: Abi,
  domain: 'instrument' | 'registry',
  libraries?: Record<string, Address>,
): Promise<Address> {
  const { ledger, account, platform } = setup
  const privileges = await createPrivilegeManager(setup, privilegesToRun(domain))
  const args = [platform.contracts.PlatformManager, privileges]
  const initCall = encodeFunctionData({ abi, functionName: 'init', args })
  const { address } = await deployBehindProxy(ledger, account, {
    name,
    libraries: { ...libraries, Upgrades: platform.upgrades },
    initCall,
  })
  return address
}

const privilegesToRun = (domain: 'instrument' | 'registry' | 'delivery'): readonly PrivilegeName[] => [
  `${domain}.OPERATOR`,
  `${domain}.PLATFORM_UPGRADE`,
]

async function createPrivilegeManager(
  { ledger, account, platform: { contracts, operator } }: Setup,
  held: readonly PrivilegeName[],
): Promise<Address> {
  const args = [operator.tenant, [holderChanges(operator.tenant, held)]] as const
  const receipt = await send(ledger, account, 'make a privilege manager', {
    to: contracts.Factory,
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
