// Loads the rows of a batch's changes, with one statement a table, before anything changes.
import type { DeliveryId } from '@connex/protocol'
import type {
  CancelVotesTable,
  ConfirmationsTable,
  LegsTable,
  ReceivingAccountsTable,
} from '../storage/schema/ledgerTables.ts'
import { loadAppended, loadCurrent, loadViews } from '../storage/projections/versions.ts'
import { keyText } from '../storage/schema/versionKeys.ts'
import type { AnyRow, VersionedName } from '../storage/schema/versionKeys.ts'
import type { Queryable } from '../storage/engine/database.ts'
import type { Reference } from './handlers/change.ts'
import type { Gathered } from './gatherEvents.ts'
import { isDeliveryFact } from './handlers/change.ts'

export type LoadedRows = {
  /** By table and key, as `table|key`. */
  rows: ReadonlyMap<string, AnyRow>
  legs: LegsTable[]
  confirmations: ConfirmationsTable[]
  receiving_accounts: ReceivingAccountsTable[]
  cancel_votes: CancelVotesTable[]
}

type Keys = Map<VersionedName, Map<string, AnyRow>>

export async function loadRows(db: Queryable, events: readonly Gathered[]): Promise<LoadedRows> {
  const keys: Keys = new Map()
  const deliveryIds = new Set<DeliveryId>()
  const newLegs: Pick<LegsTable, 'leg_type' | 'asset_manager' | 'asset_id'>[] = []
  for (const change of events.flatMap((event) => event.changes)) {
    if (change.kind === 'upsert') {
      for (const reference of [change, ...change.needs]) want(keys, reference)
      if (change.table === 'deliveries') deliveryIds.add(change.key['delivery_id'] as DeliveryId)
    } else if (change.kind === 'append' && isDeliveryFact(change.table)) {
      deliveryIds.add(change.row['delivery_id'] as DeliveryId)
      if (change.table === 'legs') newLegs.push(change.row as unknown as LegsTable)
    }
  }
  const ids = [...deliveryIds]
  for (const id of ids) want(keys, { table: 'deliveries', key: { delivery_id: id } })
  const legs = await loadAppended(db, 'legs', ids)
  for (const leg of [...legs, ...newLegs]) {
    want(keys, {
      table: 'registries',
      key: { registry_manager: leg.asset_manager, registry_id: leg.asset_id },
    })
    if (leg.leg_type === 'TRADITIONAL')
      want(keys, { table: 'instruments', key: { instrument_id: leg.asset_id } })
  }

  const rows = new Map<string, AnyRow>()
  await load(db, keys, rows)
  await load(db, instrumentsOf(keys, rows), rows)
  for (const view of await loadViews(db, ids)) addRow(rows, 'transfer_views', view)
  return {
    rows,
    legs,
    confirmations: await loadAppended(db, 'confirmations', ids),
    receiving_accounts: await loadAppended(db, 'receiving_accounts', ids),
    cancel_votes: await loadAppended(db, 'cancel_votes', ids),
  }
}

function want(keys: Keys, { table, key }: Reference): void {
  const of = keys.get(table) ?? new Map<string, AnyRow>()
  keys.set(table, of.set(keyText(table, key), key))
}

async function load(db: Queryable, keys: Keys, rows: Map<string, AnyRow>): Promise<void> {
  for (const [table, of] of keys)
    for (const row of await loadCurrent(db, table, [...of.values()])) addRow(rows, table, row)
}

/** The instruments of the loaded registries that are not loaded yet. */
function instrumentsOf(keys: Keys, rows: ReadonlyMap<string, AnyRow>): Keys {
  const more: Keys = new Map()
  for (const [id, row] of rows) {
    if (!id.startsWith('registries|')) continue
    const key = { instrument_id: row['instrument_id'] ?? '' }
    if (keys.get('instruments')?.has(keyText('instruments', key)) !== true)
      want(more, { table: 'instruments', key })
  }
  return more
}

function addRow(rows: Map<string, AnyRow>, table: VersionedName, row: AnyRow): void {
  rows.set(`${table}|${keyText(table, row)}`, row)
}
