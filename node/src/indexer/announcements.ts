// The announcements of a batch: which topics have changed, under which keys, and for which tenants.
import type { Address, Topic, TxHash } from '@connex/protocol'
import type { NewAnnouncement } from '../storage/projections/announcements.ts'
import type { AnyRow, RowOf, VersionedName } from '../storage/schema/versionKeys.ts'
import type { Folded } from './foldBatch.ts'

/** With more groups than this clients reload whole topics instead of rows. */
const GROUPS_MAXIMUM = 200

/** A change of a row, as clients learn of it. */
type Announced<T extends VersionedName> = {
  topic: Topic
  /** The column with the key that clients know. */
  key: keyof RowOf<T> & string
  /** The columns with the tenants that may learn of it. */
  readers: readonly (keyof RowOf<T> & string)[] | 'public'
}

/** Undefined for tables whose changes another table announces. */
const ANNOUNCED: { [T in VersionedName]: Announced<T> | undefined } = {
  platform: { topic: 'platform', key: 'address', readers: 'public' },
  blacklist: { topic: 'platform', key: 'address', readers: 'public' },
  tenants: { topic: 'platform', key: 'address', readers: 'public' },
  dapps: { topic: 'platform', key: 'address', readers: 'public' },
  dapp_privileges: { topic: 'platform', key: 'holder', readers: 'public' },
  user_privileges: { topic: 'platform', key: 'user_address', readers: 'public' },
  dapp_controllers: { topic: 'platform', key: 'address', readers: 'public' },
  workflow_config: { topic: 'platform', key: 'controller', readers: 'public' },
  leg_managers: { topic: 'platform', key: 'address', readers: 'public' },
  instruments: { topic: 'instruments', key: 'instrument_id', readers: 'public' },
  instrument_whitelist: { topic: 'instruments', key: 'instrument_id', readers: 'public' },
  registries: { topic: 'instruments', key: 'registry_id', readers: 'public' },
  registrations: { topic: 'instruments', key: 'registry_id', readers: 'public' },
  accounts: { topic: 'accounts', key: 'account', readers: ['owner', 'registrar'] },
  positions: { topic: 'positions', key: 'registry_id', readers: ['owner', 'registrar'] },
  earmarks: undefined,
  deliveries: undefined,
  transfer_views: undefined,
  platform_settings: { topic: 'platform', key: 'address', readers: 'public' },
  dapp_types: { topic: 'platform', key: 'type_id', readers: 'public' },
  privilege_managers: { topic: 'platform', key: 'address', readers: 'public' },
  nominations: { topic: 'platform', key: 'privilege_manager', readers: 'public' },
  factories: { topic: 'platform', key: 'address', readers: 'public' },
  tenant_codes: { topic: 'platform', key: 'factory', readers: 'public' },
  created_tenants: { topic: 'platform', key: 'tenant', readers: 'public' },
  implementations: { topic: 'platform', key: 'dapp', readers: 'public' },
  announced_upgrades: { topic: 'platform', key: 'dapp', readers: 'public' },
  aspects: { topic: 'instruments', key: 'entity_id', readers: 'public' },
  locks: undefined,
  owed_legs: { topic: 'transfers', key: 'leg_ref', readers: ['owner'] },
  registry_managers: { topic: 'instruments', key: 'address', readers: 'public' },
  earmark_protocols: { topic: 'instruments', key: 'registry_manager', readers: 'public' },
  registry_confirmers: { topic: 'instruments', key: 'tenant', readers: 'public' },
  sender_whitelist: { topic: 'positions', key: 'registry_id', readers: ['sender'] },
  marks: { topic: 'positions', key: 'registry_id', readers: ['owner'] },
  allowances: { topic: 'positions', key: 'registry_id', readers: ['owner', 'spender'] },
  prepared_issues: { topic: 'positions', key: 'registry_id', readers: ['receiver'] },
  entries: { topic: 'positions', key: 'registry_id', readers: ['owner', 'registrar'] },
  custody_chains: { topic: 'instruments', key: 'registry_id', readers: 'public' },
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
    const announced = ANNOUNCED[entry.table]
    const row: AnyRow | undefined =
      entry.current ?? entry.before ?? entry.versions.find((version) => version.row)?.row
    if (announced === undefined || row === undefined) continue
    add(announced.topic, readersOf(announced.readers, row), String(row[announced.key]), entry.txHashes)
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

const readersOf = (columns: readonly string[] | 'public', row: AnyRow): Address[] | null =>
  columns === 'public' ? null : [...new Set(columns.map((column) => row[column] as Address))].sort()
