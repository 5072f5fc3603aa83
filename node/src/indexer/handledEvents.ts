// The events that are indexed for each kind of contract, with their handlers.
import {
  accountRegistryManagerAbi,
  aspectsAbi,
  chainRegistryManagerAbi,
  dappControllerAbi,
  dappFactoryAbi,
  deliveryManagerAbi,
  earmarkProtocolsAbi,
  entryRegistryManagerAbi,
  factoryAbi,
  instrumentManagerAbi,
  lockingLegManagerAbi,
  platformManagerAbi,
  privilegeManagerAbi,
  registrationAbi,
  tenantAbi,
  upgradableAbi,
} from '@connex/contracts'
import { toEventSelector } from 'viem'
import type { Abi, AbiEvent } from 'viem'
import type { ContractKind } from '../storage/schema/ledgerTables.ts'
import type { Change, Handlers, LedgerEvent } from './handlers/change.ts'
import { accountRegistryManager } from './handlers/accountRegistryManager.ts'
import { aspects, dappController, upgrades } from './handlers/dapp.ts'
import { chainRegistryManager } from './handlers/chainRegistryManager.ts'
import { deliveryManager, legManager } from './handlers/deliveryManager.ts'
import { entryRegistryManager } from './handlers/entryRegistryManager.ts'
import { dappFactory, factory, tenant } from './handlers/tenant.ts'
import { instrumentManager } from './handlers/instrumentManager.ts'
import { platformManager } from './handlers/platformManager.ts'
import { dappPrivileges, tenantPrivileges } from './handlers/privilegeManager.ts'
import { earmarkProtocols, registration } from './handlers/registration.ts'

export type Handler = (event: LedgerEvent) => readonly Change[]
type Handled = { event: AbiEvent; indexed: Inputs; unindexed: Inputs; handle: Handler }
type Inputs = AbiEvent['inputs']

const UPGRADES = bySelector(upgradableAbi, upgrades)
const ASPECTS = bySelector(aspectsAbi, aspects)

/** By kind and selector. */
export const HANDLED: Record<ContractKind, ReadonlyMap<string, Handled>> = {
  platformManager: new Map([...bySelector(platformManagerAbi, platformManager), ...UPGRADES]),
  factory: bySelector(factoryAbi, factory),
  dappFactory: bySelector(dappFactoryAbi, dappFactory),
  tenant: bySelector(tenantAbi, tenant),
  tenantPrivileges: bySelector(privilegeManagerAbi, tenantPrivileges),
  dappPrivileges: bySelector(privilegeManagerAbi, dappPrivileges),
  dappController: bySelector(dappControllerAbi, dappController),
  instrumentManager: new Map([
    ...bySelector(instrumentManagerAbi, instrumentManager),
    ...ASPECTS,
    ...UPGRADES,
  ]),
  // Accounts, entries and custody chains share no event with different meanings. So one table serves every kind and version of
  // registry manager; of an unknown kind it reads the registrations.
  registryManager: new Map([
    ...bySelector(registrationAbi, registration),
    ...bySelector(earmarkProtocolsAbi, earmarkProtocols),
    ...bySelector(accountRegistryManagerAbi, accountRegistryManager),
    ...bySelector(entryRegistryManagerAbi, entryRegistryManager),
    ...bySelector(chainRegistryManagerAbi, chainRegistryManager),
    ...ASPECTS,
    ...UPGRADES,
  ]),
  deliveryManager: new Map([...bySelector(deliveryManagerAbi, deliveryManager), ...UPGRADES]),
  legManager: new Map([...bySelector(lockingLegManagerAbi, legManager), ...UPGRADES]),
}

/** The first topics of all events with a handler, for the log filter. */
export const TOPICS: readonly string[] = [
  ...new Set(Object.values(HANDLED).flatMap((events) => [...events.keys()])),
]

/** The names of these events, each once, sorted. */
export const EVENT_TYPES: readonly string[] = [
  ...new Set(Object.values(HANDLED).flatMap((events) => [...events.values()].map(({ event }) => event.name))),
].toSorted()

function bySelector<const A extends Abi>(abi: A, handlers: Handlers<A>): ReadonlyMap<string, Handled> {
  const handlerOf = new Map(Object.entries(handlers)) as Map<string, Handler>
  return new Map(
    abi.flatMap((item) => {
      const handle = item.type === 'event' ? handlerOf.get(item.name) : undefined
      return item.type === 'event' && handle !== undefined
        ? [[toEventSelector(item), handled(item, handle)] as const]
        : []
    }),
  )
}

function handled(event: AbiEvent, handle: Handler): Handled {
  const indexed = event.inputs.filter((input) => input.indexed === true)
  const unindexed = event.inputs.filter((input) => input.indexed !== true)
  return { event, indexed, unindexed, handle }
}
