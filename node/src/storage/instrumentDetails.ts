// What issuers say of their instruments: for every tenant to read. What counts is what has the ledger's fingerprint.
import type { Address, DetailsStatus, Fingerprint, InstrumentDetails, InstrumentId } from '@connex/protocol'
import { holdsAt } from './holdsAt.ts'
import { nowSeconds } from './queryable.ts'
import type { Queryable } from './queryable.ts'

export type HeldInstrumentDetails = {
  details: InstrumentDetails | null
  ledgerFp: Fingerprint | null
  status: DetailsStatus
}

/** What a tenant may read of each instrument; before it is on the ledger, only who stored it. */
export async function loadInstrumentDetails(
  db: Queryable,
  tenant: Address,
  ids: readonly InstrumentId[],
): Promise<Map<InstrumentId, HeldInstrumentDetails>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('instrument_details as p')
    .leftJoin('instruments as i', (join) =>
      join.onRef('i.instrument_id', '=', 'p.instrument_id' as 'i.instrument_id').on(holdsAt('i')),
    )
    .select(['p.instrument_id', 'p.fingerprint', 'p.details', 'p.tenant', 'p.sender', 'i.private_data_fp'])
    .where('p.instrument_id', 'in', ids)
    .execute()
  const held = new Map<InstrumentId, HeldInstrumentDetails>()
  for (const row of rows) {
    const id = row.instrument_id as InstrumentId
    const isOther = row.sender === null ? ('PENDING' as const) : ('FINGERPRINT_MISMATCH' as const)
    const status = row.fingerprint === row.private_data_fp ? 'SYNCED' : isOther
    if (held.get(id)?.status === 'SYNCED' || (status === 'PENDING' && row.tenant !== tenant)) continue
    const details = status === 'SYNCED' ? (row.details as InstrumentDetails) : null
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
  /** Null where the tenant's own user stored them. */
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

/** One wrong copy of each sender is enough to show that it was wrong. */
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
