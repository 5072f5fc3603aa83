// An instrument's details are for every tenant of the platform: those with the ledger's fingerprint are marked, and the
// outbox gets a row for each other server.
import type { Address, InstrumentId } from '@connex/protocol'
import { sql } from 'kysely'
import { nowSeconds } from './queryable.ts'
import type { Queryable } from './queryable.ts'
import { otherServers, spreadDocuments } from './spreadDocuments.ts'

/** Which instruments: some, or all because there may be a server that has none yet. */
export type Instruments = readonly InstrumentId[] | 'all'

/** Call it in the transaction that indexes the instruments or tenants, or that stores details of indexed ones. */
export async function spreadInstrumentDetails(
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
  await spreadDocuments(trx, among, hostedTenants)
  return rows.map((row) => row.id)
}
