// How a registry manager records holdings, which only its name on the platform says.
import type { Dapp } from './entities/tenant.ts'

/** In accounts, as entries, or over custody chains. */
export const REGISTRY_KINDS = ['accounts', 'entries', 'chains'] as const
export type RegistryKind = (typeof REGISTRY_KINDS)[number]

const NAMES: Record<RegistryKind, RegExp> = { accounts: /^account/i, entries: /^entry/i, chains: /^chain/i }

/**
 * The kind of a registry manager; undefined for one of another name.
 *
 * @example
 * registryKind({ shortName: 'AccountRegistryManager' }) // 'accounts'
 */
export const registryKind = ({ shortName }: Pick<Dapp, 'shortName'>): RegistryKind | undefined =>
  REGISTRY_KINDS.find((kind) => NAMES[kind].test(shortName))
