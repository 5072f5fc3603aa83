// The contracts of a release: what an upgrade takes its code from.
import { bytecode } from '../../generated/bytecode.ts'
import { storageLayouts } from '../../generated/storageLayouts.ts'
import manifest from '../../package.json' with { type: 'json' }
import type { DappContracts } from '../deployment/deployDapps.ts'
import type { Layout } from '../deployment/layout.ts'

/** A contract whose code can be replaced behind its proxy. */
export type ManagerName = 'PlatformManager' | keyof DappContracts

// A record, so that the compiler misses a manager that is left out.
const inOrder: Record<ManagerName, true> = {
  PlatformManager: true,
  InstrumentManager: true,
  AccountRegistryManager: true,
  EntryRegistryManager: true,
  ChainRegistryManager: true,
  DeliveryManager: true,
  Erc20LegManager: true,
  Erc721LegManager: true,
  HtlcLegManager: true,
}

/** In the order in which a deployment makes them. */
export const MANAGERS = Object.keys(inOrder) as readonly ManagerName[]

export type ReleasedContracts = {
  /** The product's. */
  readonly version: string
  /** Creation code by contract, with `__Library__` in the place of a library's address. */
  readonly bytecode: Readonly<Record<string, string>>
  readonly storageLayouts: Readonly<Record<string, Layout>>
}

/** The contracts of this version of the product. */
export const ownContracts: ReleasedContracts = { version: manifest.version, bytecode, storageLayouts }

/** The libraries of a contract, those of its libraries first. `librariesOf(contracts, 'DeliveryManager')` → ['Upgrades'] */
export function librariesOf(contracts: ReleasedContracts, name: string): string[] {
  const called = [...(contracts.bytecode[name] ?? '').matchAll(/__(\w+?)__/g)].map(
    ([, library = '']) => library,
  )
  return [...new Set(called.flatMap((library) => [...librariesOf(contracts, library), library]))]
}
