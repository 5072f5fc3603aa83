// The projections' keys: which columns say that two versions are of the same thing.
import type { AppendedTables, VersionedTables } from './schema.ts'

export type VersionedName = keyof VersionedTables
export type AppendedName = keyof AppendedTables

/** A version's content, without its block range. */
export type RowOf<T extends VersionedName> = Omit<VersionedTables[T], 'from_block' | 'to_block'>

/** A row or key of whichever table. Rows are flat. */
export type AnyRow = Readonly<Record<string, string | number | boolean | null>>

export const VERSION_KEYS = {
  platform: ['address'],
  blacklist: ['address'],
  tenants: ['address'],
  dapps: ['address'],
  dapp_privileges: ['dapp', 'privilege_id', 'holder', 'instance'],
  user_privileges: ['tenant', 'user_address', 'privilege_id', 'instance'],
  dapp_controllers: ['address'],
  workflow_config: ['controller', 'selector'],
  leg_managers: ['delivery_manager', 'leg_type'],
  instruments: ['instrument_id'],
  instrument_whitelist: ['instrument_id', 'tenant'],
  registries: ['registry_manager', 'registry_id'],
  registrations: ['registry_manager', 'registry_id'],
  accounts: ['registry_manager', 'registrar', 'owner', 'account'],
  positions: ['registry_manager', 'registry_id', 'owner', 'account'],
  earmarks: ['registry_manager', 'registry_id', 'reference', 'owner', 'account'],
  deliveries: ['delivery_id'],
  transfer_views: ['delivery_id', 'viewer'],
} as const satisfies { [T in VersionedName]: readonly (keyof RowOf<T> & string)[] }

export type KeyOf<T extends VersionedName> = Pick<RowOf<T>, (typeof VERSION_KEYS)[T][number] & keyof RowOf<T>>

export const VERSIONED_NAMES = Object.keys(VERSION_KEYS) as VersionedName[]

export const APPENDED_NAMES = [
  'ledger_contracts',
  'legs',
  'confirmations',
  'receipts',
  'cancel_votes',
] as const satisfies readonly AppendedName[]

/** One text for one key, the same whether it comes from an event or from a row. */
export const keyText = (table: VersionedName, key: AnyRow): string =>
  VERSION_KEYS[table].map((column) => String(key[column])).join('|')
