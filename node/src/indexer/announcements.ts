// The announcements of a batch: which topics have changed, under which keys, and for which tenants.
import type { Address, Topic, TxHash } from '@connex/protocol'
import type { NewAnnouncement } from '../storage/projections/announcements.ts'
import type { AnyRow, VersionedName } from '../storage/schema/versionKeys.ts'
import type { Folded } from './foldBatch.ts'

/** With more groups than this clients reload whole topics instead of rows. */
const GROUPS_MAXIMUM = 200

/** Undefined for tables whose changes another table announces. */
const TOPICS: Record<VersionedName, Topic | undefined> = {
  platform: 'platform',
  blacklist: 'platform',
  tenants: 'platform',
  dapps: 'platform',
  dapp_privileges: 'platform',
  user_privileges: 'platform',
  dapp_controllers: 'platform',
  workflow_config: 'platform',
  leg_managers: 'platform',
  instruments: 'instruments',
  instrument_whitelist: 'instruments',
  registries: 'instruments',
  registrations: 'instruments',
  accounts: 'accounts',
  positions: 'positions',
  earmarks: undefined,
  deliveries: undefined,
  transfer_views: undefined,
  platform_settings: 'platform',
  dapp_types: 'platform',
  privilege_managers: 'platform',
  nominations: 'platform',
  factories: 'platform',
  tenant_codes: 'platform',
  created_tenants: 'platform',
  implementations: 'platform',
  announced_upgrades: 'platform',
  aspects: 'instruments',
  locks: undefined,
  owed_legs: 'transfers',
  registry_managers: 'instruments',
  earmark_protocols: 'instruments',
  registry_confirmers: 'instruments',
  sender_whitelist: 'positions',
  marks: 'positions',
  allowances: 'positions',
  prepared_issues: 'positions',
  entries: 'positions',
  custody_chains: 'instruments',
  chain_positions: undefined,
  chain_earmarks: undefined,
}

type Group = { topic: Topic; tenants: Address[] | null; keys: Set<string>; txHashes: Set<TxHash> }

/** Groups changes of the same topic for the same tenants into one announcement. */
export function announcementsOf({ entries, touched }: Folded, block: number): NewAnnouncement[] {
  const groups = new Map<string, Group>()
  function add(topic: Topic, tenants: Address[] | null, key: string, txHashes: Iterable<TxHash>): void {
    const id = `${topic}|${tenants?.join() ?? ''}`
    const group = groups.get(id) ?? { topic, tenants, keys: new Set(), txHashes: new Set() }
    groups.set(id, group)
    group.keys.add(key)
    for (const txHash of txHashes) group.txHashes.add(txHash)
  }
  for (const [id, { parties, txHashes }] of touched) add('transfers', parties, id, txHashes)
  for (const entry of entries) {
    const topic = TOPICS[entry.table]
    const row = entry.current ?? entry.before ?? entry.versions.find((version) => version.row)?.row
    if (topic === undefined || row === undefined) continue
    add(topic, readersOf(entry.table, row), keyOf(entry.table, row), entry.txHashes)
  }
  if (groups.size > GROUPS_MAXIMUM) return announceRefetch([...groups.values()], block)
  return [...groups.values()].map(({ topic, tenants, keys, txHashes }) => ({
    topic,
    keys: [...keys],
    block,
    txHashes: [...txHashes],
    tenants,
  }))
}

/** Without keys, for everyone: that a topic has changed is public, which rows have is not. */
export const announceRefetch = (topics: readonly { topic: Topic }[], block: number): NewAnnouncement[] =>
  [...new Set(topics.map(({ topic }) => topic))].map((topic) => ({
    topic,
    keys: [],
    block,
    txHashes: [],
    tenants: null,
  }))

/** Columns with the tenants that may learn of a row; rows of other tables are public. */
const READERS: Partial<Record<VersionedName, readonly string[]>> = {
  positions: ['owner', 'registrar'],
  accounts: ['owner', 'registrar'],
  entries: ['owner', 'registrar'],
  marks: ['owner'],
  allowances: ['owner', 'spender'],
  prepared_issues: ['receiver'],
  sender_whitelist: ['sender'],
  owed_legs: ['owner'],
}

function readersOf(table: VersionedName, row: AnyRow): Address[] | null {
  const readers = READERS[table]
  if (readers === undefined) return null
  return [...new Set(readers.map((column) => row[column] as Address))].sort()
}

/** The changed row's key for clients. */
function keyOf(table: VersionedName, row: AnyRow): string {
  const first = {
    positions: 'registry_id',
    registries: 'registry_id',
    registrations: 'registry_id',
    accounts: 'account',
    instruments: 'instrument_id',
    instrument_whitelist: 'instrument_id',
    user_privileges: 'user_address',
    dapp_privileges: 'holder',
    workflow_config: 'controller',
    dapp_types: 'type_id',
    nominations: 'privilege_manager',
    tenant_codes: 'factory',
    created_tenants: 'tenant',
    implementations: 'dapp',
    announced_upgrades: 'dapp',
    aspects: 'entity_id',
    owed_legs: 'leg_ref',
    earmark_protocols: 'registry_manager',
    registry_confirmers: 'tenant',
    sender_whitelist: 'registry_id',
    marks: 'registry_id',
    allowances: 'registry_id',
    prepared_issues: 'registry_id',
    entries: 'registry_id',
    custody_chains: 'registry_id',
  } as Partial<Record<VersionedName, string>>
  return String(row[first[table] ?? 'address'])
}
