// Private details of deliveries. Every row is one hosted tenant's own copy: the wall between tenants of one server is
// the `tenant` that each read and write here names. What counts is the copy with the ledger's fingerprint.
import type { Address, DeliveryDetails, DeliveryId, DetailsStatus, Fingerprint } from '@connex/protocol'
import { holdsAt } from './holdsAt.ts'
import { nowSeconds } from './queryable.ts'
import type { Queryable } from './queryable.ts'

export type HeldDetails = {
  details: DeliveryDetails | null
  ledgerFp: Fingerprint | null
  status: DetailsStatus
}

/** What a tenant holds of each delivery: SYNCED with the data, anything else without. */
export async function loadDetails(
  db: Queryable,
  tenant: Address,
  ids: readonly DeliveryId[],
): Promise<Map<DeliveryId, HeldDetails>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('delivery_details as p')
    .leftJoin('deliveries as d', (join) =>
      join.onRef('d.delivery_id', '=', 'p.delivery_id' as 'd.delivery_id').on(holdsAt('d')),
    )
    .select(['p.delivery_id', 'p.fingerprint', 'p.details', 'd.private_data_fp'])
    .where('p.tenant', '=', tenant)
    .where('p.delivery_id', 'in', ids)
    .execute()
  const held = new Map<DeliveryId, HeldDetails>()
  for (const row of rows) {
    const id = row.delivery_id as DeliveryId
    const status = statusOf(row.fingerprint, row.private_data_fp)
    if (held.get(id)?.status === 'SYNCED') continue
    const details = status === 'SYNCED' ? (row.details as DeliveryDetails) : null
    held.set(id, { details, ledgerFp: row.private_data_fp, status })
  }
  return held
}

/** PENDING until the ledger has the delivery. */
export const statusOf = (fingerprint: Fingerprint, ledgerFp: Fingerprint | null): DetailsStatus =>
  ledgerFp === null ? 'PENDING' : fingerprint === ledgerFp ? 'SYNCED' : 'FINGERPRINT_MISMATCH'

export type NewDetails = {
  tenant: Address
  delivery_id: DeliveryId
  fingerprint: Fingerprint
  details: DeliveryDetails
  status: DetailsStatus
  /** Null where the tenant's own user stored them. */
  sender: Address | null
}

/** Keeps a copy; the same again changes nothing but its status. */
export async function storeDetails(db: Queryable, row: NewDetails): Promise<void> {
  await db
    .insertInto('delivery_details')
    .values({ ...row, details: JSON.stringify(row.details), stored_at: nowSeconds() })
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'delivery_id', 'fingerprint']).doUpdateSet({ status: row.status }),
    )
    .execute()
}

/** One wrong copy of each sender is enough to show that it was wrong. */
export async function deleteMismatches(
  db: Queryable,
  { tenant, delivery_id, sender }: Pick<NewDetails, 'tenant' | 'delivery_id' | 'sender'>,
): Promise<void> {
  await db
    .deleteFrom('delivery_details')
    .where('tenant', '=', tenant)
    .where('delivery_id', '=', delivery_id)
    .where('sender', 'is not distinct from', sender)
    .where('status', '=', 'FINGERPRINT_MISMATCH')
    .execute()
}

/** What a tenant has stored under an id that the ledger does not know yet. */
export async function findPendingFingerprint(
  db: Queryable,
  tenant: Address,
  id: DeliveryId,
): Promise<Fingerprint | undefined> {
  const row = await db
    .selectFrom('delivery_details')
    .select('fingerprint')
    .where('tenant', '=', tenant)
    .where('delivery_id', '=', id)
    .where('status', '=', 'PENDING')
    .executeTakeFirst()
  return row?.fingerprint
}

export async function findDetails(
  db: Queryable,
  tenant: Address,
  id: string,
  fingerprint: Fingerprint,
): Promise<DeliveryDetails | undefined> {
  const row = await db
    .selectFrom('delivery_details')
    .select('details')
    .where('tenant', '=', tenant)
    .where('delivery_id', '=', id)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()
  return row?.details as DeliveryDetails | undefined
}
