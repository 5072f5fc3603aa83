// The contracts of a release: what an upgrade takes its code from.
import { bytecode } from '../../generated/bytecode.ts'
import { storageLayouts } from '../../generated/storageLayouts.ts'
import manifest from '../../package.json' with { type: 'json' }
import type { DappContracts } from '../deployment/deployDapps.ts'
import type { Layout } from '../deployment/layout.ts'

/** A contract whose code can be replaced behind its proxy. */
export type ManagerName = 'PlatformManager' | keyof DappContracts

/** The address that the code of a manager has beside the platform's, as every later code must; `none`: neither. */
type CodeAddress = 'none' | 'deliveryManager' | 'privilegeManager'

/** In the order in which a deployment makes the managers. */
export const CODE_ADDRESSES: Readonly<Record<ManagerName, CodeAddress>> = {
  PlatformManager: 'none',
  InstrumentManager: 'none',
  AccountRegistryManager: 'none',
  EntryRegistryManager: 'none',
  ChainRegistryManager: 'none',
  DeliveryManager: 'privilegeManager',
  Erc20LegManager: 'deliveryManager',
  Erc721LegManager: 'deliveryManager',
  HtlcLegManager: 'deliveryManager',
}

export const MANAGERS = Object.keys(CODE_ADDRESSES) as readonly ManagerName[]

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
