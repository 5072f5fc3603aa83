// Which events are read of which kind of contract, and what makes rows of them.
import {
  accountRegistryManagerAbi,
  aspectsAbi,
  chainRegistryManagerAbi,
  dappControllerAbi,
  dappFactoryAbi,
  deliveryManagerAbi,
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
import { registration } from './handlers/registration.ts'

export type Handler = (event: LedgerEvent) => readonly Change[]
type Handled = { event: AbiEvent; handle: Handler }

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
  // No two ways of keeping positions have an event in common that does not mean the same in both. So whichever way a
  // manager keeps them, and in whatever version, what it says can be read; of a way that is unknown, its registrations.
  registryManager: new Map([
    ...bySelector(registrationAbi, registration),
    ...bySelector(accountRegistryManagerAbi, accountRegistryManager),
    ...bySelector(entryRegistryManagerAbi, entryRegistryManager),
    ...bySelector(chainRegistryManagerAbi, chainRegistryManager),
    ...ASPECTS,
    ...UPGRADES,
  ]),
  deliveryManager: new Map([...bySelector(deliveryManagerAbi, deliveryManager), ...UPGRADES]),
  legManager: bySelector(lockingLegManagerAbi, legManager),
}

/** The first topic of every event that some handler knows: what the ledger is asked for. */
export const TOPICS: readonly string[] = [
  ...new Set(Object.values(HANDLED).flatMap((events) => [...events.keys()])),
]

/** Names of these events, each once, in order. */
export const EVENT_TYPES: readonly string[] = [
  ...new Set(Object.values(HANDLED).flatMap((events) => [...events.values()].map(({ event }) => event.name))),
].toSorted()

function bySelector<const A extends Abi>(abi: A, handlers: Handlers<A>): ReadonlyMap<string, Handled> {
  const handlerOf = new Map(Object.entries(handlers)) as Map<string, Handler>
  return new Map(
    abi.flatMap((item) => {
      const handle = item.type === 'event' ? handlerOf.get(item.name) : undefined
      return item.type === 'event' && handle !== undefined
        ? [[toEventSelector(item), { event: item, handle }] as const]
        : []
    }),
  )
}
