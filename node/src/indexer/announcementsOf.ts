// What the streams are told after a batch: what kind of thing has changed, under which keys, for whose eyes.
import type { Address, Topic, TxHash } from '@connex/protocol'
import type { NewAnnouncement } from '../storage/announcements.ts'
import type { AnyRow, VersionedName } from '../storage/projections.ts'
import type { Folded } from './foldBatch.ts'

/** More than this and a client reads anew rather than row by row. */
const GROUPS_MAXIMUM = 200

/** Undefined for tables whose changes come with another one's. */
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
}

type Group = { topic: Topic; tenants: Address[] | null; keys: Set<string>; txHashes: Set<TxHash> }

/** In one announcement what the same tenants may see of the same topic. */
export function announcementsOf({ entries, touched }: Folded, block: number): NewAnnouncement[] {
  const groups = new Map<string, Group>()
  function tell(topic: Topic, tenants: Address[] | null, key: string, txHashes: Iterable<TxHash>): void {
    const id = `${topic}|${tenants?.join() ?? ''}`
    const group = groups.get(id) ?? { topic, tenants, keys: new Set(), txHashes: new Set() }
    groups.set(id, group)
    group.keys.add(key)
    for (const txHash of txHashes) group.txHashes.add(txHash)
  }
  for (const [id, { parties, txHashes }] of touched) tell('transfers', parties, id, txHashes)
  for (const entry of entries) {
    const topic = TOPICS[entry.table]
    const row = entry.current ?? entry.before ?? entry.versions.find((version) => version.row)?.row
    if (topic === undefined || row === undefined) continue
    tell(topic, readersOf(entry.table, row), keyOf(entry.table, row), entry.txHashes)
  }
  if (groups.size > GROUPS_MAXIMUM) return readAnew([...groups.values()], block)
  return [...groups.values()].map(({ topic, tenants, keys, txHashes }) => ({
    topic,
    keys: [...keys],
    block,
    txHashes: [...txHashes],
    tenants,
  }))
}

/** That something of a kind has changed is no secret; which, would be. */
export const readAnew = (topics: readonly { topic: Topic }[], block: number): NewAnnouncement[] =>
  [...new Set(topics.map(({ topic }) => topic))].map((topic) => ({
    topic,
    keys: [],
    block,
    txHashes: [],
    tenants: null,
  }))

function readersOf(table: VersionedName, row: AnyRow): Address[] | null {
  if (table !== 'positions' && table !== 'accounts') return null
  return [...new Set([row['owner'] as Address, row['registrar'] as Address])].sort()
}

/** What a client knows the changed row by. */
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
    leg_managers: 'address',
  } as Partial<Record<VersionedName, string>>
  return String(row[first[table] ?? 'address'])
}
