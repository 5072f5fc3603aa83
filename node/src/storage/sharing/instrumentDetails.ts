// Issuers' details of their instruments, for every tenant of the platform. Valid are those with the ledger's fingerprint; the
// outbox gets a row with them for each other server.
import type { Address, DetailsStatus, Fingerprint, InstrumentDetails, InstrumentId } from '@connex/protocol'
import { sql } from 'kysely'
import { nowSeconds } from '../engine/database.ts'
import type { Queryable } from '../engine/database.ts'
import { validAt } from '../projections/validAt.ts'
import { otherServers, distributeDocuments } from './documents.ts'

export type HeldInstrumentDetails = {
  details: InstrumentDetails | null
  ledgerFp: Fingerprint | null
  status: DetailsStatus
}

/**
 * The details of each instrument, once the ledger has their fingerprint. By a fingerprint also those that are to be signed, for the
 * tenant that stored them alone.
 */
export async function loadInstrumentDetails(
  db: Queryable,
  tenant: Address,
  ids: readonly InstrumentId[],
  fingerprint?: Fingerprint,
): Promise<Map<InstrumentId, HeldInstrumentDetails>> {
  if (ids.length === 0) return new Map()
  let query = db
    .selectFrom('instrument_details as p')
    .leftJoin('instruments as i', (join) =>
      join.onRef('i.instrument_id', '=', 'p.instrument_id' as 'i.instrument_id').on(validAt('i')),
    )
    .select(['p.instrument_id', 'p.fingerprint', 'p.details', 'p.tenant', 'p.sender', 'i.private_data_fp'])
    .where('p.instrument_id', 'in', ids)
  if (fingerprint !== undefined) query = query.where('p.fingerprint', '=', fingerprint)
  const rows = await query.execute()
  const held = new Map<InstrumentId, HeldInstrumentDetails>()
  for (const row of rows) {
    const id = row.instrument_id as InstrumentId
    const isOther = row.sender === null ? ('PENDING' as const) : ('FINGERPRINT_MISMATCH' as const)
    const status = row.fingerprint === row.private_data_fp ? 'SYNCED' : isOther
    if (held.get(id)?.status === 'SYNCED' || (status === 'PENDING' && row.tenant !== tenant)) continue
    const isShown = status === 'SYNCED' || (status === 'PENDING' && fingerprint !== undefined)
    const details = isShown ? (row.details as InstrumentDetails) : null
    held.set(id, { details, ledgerFp: row.private_data_fp, status })
  }
  return held
}

export type NewInstrumentDetails = {
  instrument_id: InstrumentId
  fingerprint: Fingerprint
  tenant: Address
  details: InstrumentDetails
  status: DetailsStatus
  /** Null if the tenant's own user stored them. */
  sender: Address | null
}

export async function storeInstrumentDetails(db: Queryable, row: NewInstrumentDetails): Promise<void> {
  await db
    .insertInto('instrument_details')
    .values({ ...row, details: JSON.stringify(row.details), stored_at: nowSeconds() })
    .onConflict((conflict) =>
      conflict.columns(['instrument_id', 'fingerprint']).doUpdateSet({ status: row.status }),
    )
    .execute()
}

/** One wrong copy from each sender is enough as evidence. */
export async function deleteInstrumentMismatches(
  db: Queryable,
  { instrument_id, tenant }: Pick<NewInstrumentDetails, 'instrument_id' | 'tenant'>,
): Promise<void> {
  await db
    .deleteFrom('instrument_details')
    .where('instrument_id', '=', instrument_id)
    .where('tenant', '=', tenant)
    .where('status', '=', 'FINGERPRINT_MISMATCH')
    .execute()
}

export async function findInstrumentDetails(
  db: Queryable,
  id: string,
  fingerprint: Fingerprint,
): Promise<InstrumentDetails | undefined> {
  const row = await db
    .selectFrom('instrument_details')
    .select('details')
    .where('instrument_id', '=', id)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()
  return row?.details as InstrumentDetails | undefined
}

/** Some instruments, or all because a new server may have none yet. */
export type Instruments = readonly InstrumentId[] | 'all'

/** Call it in the transaction that indexes the instruments or tenants, or that stores details of indexed instruments. */
export async function distributeInstrumentDetails(
  trx: Queryable,
  instruments: Instruments,
  hostedTenants: readonly Address[],
): Promise<InstrumentId[]> {
  if (instruments !== 'all' && instruments.length === 0) return []
  const among = instruments === 'all' ? sql`true` : sql`d.instrument_id = ANY(${instruments}::text[])`
  const { rows } = await sql<{ id: InstrumentId }>`
    UPDATE instrument_details d SET status = 'SYNCED' FROM instruments v
    WHERE ${among} AND d.status <> 'SYNCED' AND v.to_block IS NULL AND v.instrument_id = d.instrument_id
      AND v.private_data_fp = d.fingerprint
    RETURNING d.instrument_id AS id`.execute(trx)
  const now = nowSeconds()
  await sql`
    INSERT INTO outbox (event, entity_id, fingerprint, dapp, sending_tenant, destination_tenant, status, attempts,
      next_attempt_at, created_at, updated_at)
    SELECT 'INSTRUMENT_DETAILS', d.instrument_id, d.fingerprint, v.instrument_manager, d.tenant, t.address, 'PENDING', 0,
      ${now}::int8, ${now}, ${now}
    FROM instrument_details d
    JOIN instruments v ON v.to_block IS NULL AND v.instrument_id = d.instrument_id
      AND v.private_data_fp = d.fingerprint
    CROSS JOIN ${otherServers(hostedTenants)} t
    WHERE ${among} AND d.status = 'SYNCED' AND d.sender IS NULL AND d.tenant = ANY(${hostedTenants}::text[])
    ON CONFLICT DO NOTHING`.execute(trx)
  await distributeDocuments(trx, among, hostedTenants)
  return rows.map((row) => row.id)
}
