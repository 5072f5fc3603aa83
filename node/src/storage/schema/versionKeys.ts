// The projections' keys: two rows with equal key columns are versions of the same thing.
import type { AppendedTables, VersionedTables } from './schema.ts'

export type VersionedName = keyof VersionedTables

/** A version's content, without its block range. */
export type RowOf<T extends VersionedName> = Omit<VersionedTables[T], 'from_block' | 'to_block'>

/** A row or key of any table. Rows are flat. */
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
  platform_settings: ['address'],
  dapp_types: ['type_id'],
  privilege_managers: ['address'],
  nominations: ['privilege_manager', 'nominee'],
  factories: ['address'],
  tenant_codes: ['factory', 'version'],
  created_tenants: ['tenant'],
  implementations: ['dapp'],
  announced_upgrades: ['dapp'],
  aspects: ['dapp', 'entity_id', 'aspect_id'],
  locks: ['delivery_manager', 'leg_ref'],
  owed_legs: ['leg_manager', 'leg_ref'],
  registry_managers: ['address'],
  earmark_protocols: ['registry_manager', 'protocol'],
  registry_confirmers: ['registry_manager', 'tenant'],
  sender_whitelist: ['registry_manager', 'registry_id', 'sender'],
  marks: ['registry_manager', 'registry_id', 'custody_chain_id', 'owner', 'account'],
  allowances: ['registry_manager', 'registry_id', 'owner', 'spender'],
  prepared_issues: ['registry_manager', 'registry_id', 'entry_ref'],
  entries: ['registry_manager', 'fingerprint'],
  custody_chains: ['registry_manager', 'custody_chain_id'],
  chain_positions: ['registry_manager', 'custody_chain_id', 'owner', 'account'],
  chain_earmarks: ['registry_manager', 'custody_chain_id', 'reference', 'owner', 'account'],
} as const satisfies { [T in VersionedName]: readonly (keyof RowOf<T> & string)[] }

export type KeyOf<T extends VersionedName> = Pick<RowOf<T>, (typeof VERSION_KEYS)[T][number] & keyof RowOf<T>>

export const VERSIONED_NAMES = Object.keys(VERSION_KEYS) as VersionedName[]

/** A rollback deletes from these. A table that is missing here cannot be appended to. */
export const APPENDED_NAMES = [
  'ledger_contracts',
  'early_logs',
  'legs',
  'confirmations',
  'receiving_accounts',
  'cancel_votes',
  'platform_payments',
  'batch_signers',
  'cancelled_nonces',
  'registry_changes',
  'movements',
  'entry_movements',
  'entry_movement_parts',
  'chain_custodians',
] as const satisfies readonly (keyof AppendedTables)[]

export type AppendedName = (typeof APPENDED_NAMES)[number]

/** A key as text, equal for an event's key and a row's. */
export const keyText = (table: VersionedName, key: AnyRow): string =>
  VERSION_KEYS[table].map((column) => String(key[column])).join('|')
