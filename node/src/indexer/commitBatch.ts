// Commits a batch: everything it changes and the cursor, in one transaction.
import type { Address, DeliveryId, InstrumentId, RegistryId } from '@connex/protocol'
import { announce } from '../storage/projections/announcements.ts'
import type { NewAnnouncement } from '../storage/projections/announcements.ts'
import { deleteBlock, writeCursor } from '../storage/projections/cursor.ts'
import { insertAuditEntries } from '../storage/queries/audit.ts'
import type { Cursor } from '../storage/projections/cursor.ts'
import type { Database } from '../storage/engine/openDatabase.ts'
import { refreshOpenDeals } from '../storage/projections/openDeals.ts'
import { requeueFor } from '../storage/sharing/outbox.ts'
import type { AnyRow, VersionedName } from '../storage/schema/versionKeys.ts'
import type { Queryable } from '../storage/engine/database.ts'
import { distributeDeliveryDetails } from '../storage/sharing/deliveryDetails.ts'
import { distributeInstrumentDetails } from '../storage/sharing/instrumentDetails.ts'
import { distributePrivateRecords } from '../storage/sharing/privateRecords.ts'
import { appendRows, writeVersions } from '../storage/projections/versions.ts'
import { announcementsOf } from './announcements.ts'
import { auditEntriesOf } from './auditEntries.ts'
import { foldBatch, writesOf } from './foldBatch.ts'
import type { Entry, Folded } from './foldBatch.ts'
import { loadRows } from './loadRows.ts'
import type { Batch } from './readBatch.ts'
import { finalize } from './reconcile.ts'

export type CommitOptions = {
  cursor: Cursor
  hostedTenants: readonly Address[]
  finalityDepth: number
  /** The previous block has no events and need not stay stored. */
  isTipEmpty: boolean
}

/**
 * Writes all changes of a batch, and the cursor, in one transaction. A process that is killed during it has written nothing,
 * and a batch that is written twice fails on the cursor.
 */
export async function commitBatch(
  database: Database,
  batch: Batch,
  { cursor, hostedTenants, finalityDepth, isTipEmpty }: CommitOptions,
): Promise<Cursor> {
  const next: Cursor = {
    ...cursor,
    block_number: batch.last.number,
    block_hash: batch.last.hash,
    finalized_block: finalize(cursor.finalized_block, batch.last.number, finalityDepth),
  }
  await database.kysely.transaction().execute(async (trx) => {
    const announcements = batch.events.length > 0 ? await writeEvents(trx, batch, hostedTenants) : []
    if (isTipEmpty) await deleteBlock(trx, cursor.block_number)
    await appendRows(trx, 'blocks', batch.blocks)
    await appendRows(trx, 'early_logs', batch.earlyLogs)
    await writeCursor(trx, cursor, next)
    await announce(trx, announcements)
  })
  return next
}

async function writeEvents(
  trx: Queryable,
  batch: Batch,
  hostedTenants: readonly Address[],
): Promise<NewAnnouncement[]> {
  const block = batch.last.number
  const folded = foldBatch(batch.events, await loadRows(trx, batch.events))
  for (const [table, writes] of writesOf(folded.entries)) await writeVersions(trx, table, writes)
  for (const [table, rows] of folded.appended) await appendRows(trx, table, rows)
  await appendRows(trx, 'ledger_contracts', batch.discovered)
  const times = new Map(batch.blocks.map(({ number, timestamp }) => [number, timestamp]))
  await insertAuditEntries(trx, await auditEntriesOf(trx, folded, times, hostedTenants))
  return [
    ...announcementsOf(folded, block),
    ...(await distributeDetails(trx, folded, hostedTenants, block)),
    { topic: 'blocks', keys: [], block, txHashes: [], tenants: null },
  ]
}

/** Private data may be waiting here for the fingerprints in this batch. */
async function distributeDetails(
  trx: Queryable,
  folded: Folded,
  hostedTenants: readonly Address[],
  block: number,
): Promise<NewAnnouncement[]> {
  const changed = (table: VersionedName) => folded.entries.filter((entry) => entry.table === table)
  const deliveries = changed('deliveries')
  const created = deliveries.filter(({ before }) => before === undefined)
  const tenants = changed('tenants').map(({ key }) => key['address'] as Address)
  await requeueFor(trx, tenants)
  // The server of a tenant that is new or has moved may have no instrument details yet.
  const instruments =
    tenants.length > 0 ? 'all' : changed('instruments').map(({ key }) => key['instrument_id'] as InstrumentId)
  const reconciled = await distributeDeliveryDetails(
    trx,
    created.map(({ key }) => key['delivery_id'] as DeliveryId),
    hostedTenants,
  )
  await refreshOpenDeals(
    trx,
    deliveries.filter(hasEnded).map(({ key }) => key['delivery_id'] as DeliveryId),
  )
  const synced = await distributeInstrumentDetails(trx, instruments, hostedTenants)
  const reasoned = [...registriesOf(folded), ...canceledIn(folded)]
  reconciled.push(...(await distributePrivateRecords(trx, { changed: reasoned }, hostedTenants)))
  return [
    ...reconciled.map(({ tenant, id }) => details([id], [tenant], block)),
    ...(synced.length > 0 ? [details(synced, null, block)] : []),
  ]
}

/** Whether a delivery was settled or canceled. */
const hasEnded = ({ current }: Entry): boolean => current?.['closed_at'] !== null

const REGISTRY_FACTS = ['registry_changes', 'movements', 'entry_movements'] as const
const REGISTRY_ROWS = ['registrations', 'prepared_issues', 'entries']

/** The registries with changes that may have a private record's fingerprint. */
function registriesOf({ entries, appended }: Folded): RegistryId[] {
  const facts = REGISTRY_FACTS.flatMap((table) => appended.get(table) ?? [])
  const rows = entries.filter(({ table }) => REGISTRY_ROWS.includes(table))
  const ids = [...facts, ...rows.map(({ key, current }) => ({ ...current, ...key }))]
  return [...new Set(ids.map((row: AnyRow) => row['registry_id'] as RegistryId))]
}

/** The deliveries with votes or an end that may have the fingerprint of a reason. */
function canceledIn({ entries, appended }: Folded): DeliveryId[] {
  const votes = (appended.get('cancel_votes') ?? []).map((row: AnyRow) => row['delivery_id'])
  const ended = entries.filter((entry) => entry.table === 'deliveries' && hasEnded(entry))
  return [...new Set([...votes, ...ended.map(({ key }) => key['delivery_id'])])] as DeliveryId[]
}

const details = (keys: string[], tenants: Address[] | null, block: number): NewAnnouncement => ({
  topic: 'details',
  keys,
  block,
  txHashes: [],
  tenants,
})
