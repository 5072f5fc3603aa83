// Private details of deliveries. Every row is one hosted tenant's own copy: each read and write filters by `tenant`, which
// separates the tenants of one server. The valid copy is the one with the ledger's fingerprint. Once a delivery is indexed,
// its creator's details go to every other party: a hosted one gets a copy, and for another one the outbox gets a row.
import type { Address, DeliveryDetails, DeliveryId, DetailsStatus, Fingerprint } from '@connex/protocol'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { nowSeconds } from '../engine/database.ts'
import type { Queryable } from '../engine/database.ts'
import { validAt } from '../projections/validAt.ts'
import { lockDeals, refreshOpenDeals } from '../projections/openDeals.ts'

export type HeldDetails = {
  details: DeliveryDetails | null
  ledgerFp: Fingerprint | null
  status: DetailsStatus
}

/**
 * A tenant's details of each delivery; only those that are SYNCED have data, and `withProposed` those that its own users stored
 * for a delivery that is not on the ledger yet.
 */
export async function loadDetails(
  db: Queryable,
  tenant: Address,
  ids: readonly DeliveryId[],
  { withProposed = false } = {},
): Promise<Map<DeliveryId, HeldDetails>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('delivery_details as p')
    .leftJoin('deliveries as d', (join) =>
      join.onRef('d.delivery_id', '=', 'p.delivery_id' as 'd.delivery_id').on(validAt('d')),
    )
    .select(['p.delivery_id', 'p.fingerprint', 'p.details', 'p.sender', 'd.private_data_fp'])
    .where('p.tenant', '=', tenant)
    .where('p.delivery_id', 'in', ids)
    .execute()
  const held = new Map<DeliveryId, HeldDetails>()
  for (const row of rows) {
    const id = row.delivery_id as DeliveryId
    const status = statusOf(row.fingerprint, row.private_data_fp)
    if (held.get(id)?.status === 'SYNCED') continue
    const isReadable = status === 'SYNCED' || (withProposed && status === 'PENDING' && row.sender === null)
    const details = isReadable ? (row.details as DeliveryDetails) : null
    held.set(id, { details, ledgerFp: row.private_data_fp, status })
  }
  return held
}

/** A tenant's details `p` with the ledger's fingerprint, from `FROM` on; conditions may follow. */
export const syncedDetails = (tenant: Address, block?: number): RawBuilder<unknown> =>
  sql`FROM delivery_details p
    JOIN deliveries d ON d.delivery_id = p.delivery_id AND d.private_data_fp = p.fingerprint AND ${validAt('d', block)}
    WHERE p.tenant = ${tenant}`

/** protocol's `paidCash` in SQL, of the details `of`: the amount and its currency. Null where they name none. */
export function paidCashOf(of: string): { amount: RawBuilder<string>; currency: RawBuilder<string> } {
  const details = sql.ref(`${of}.details`)
  return {
    amount: sql<string>`coalesce((${details}->>'cashQuantity')::numeric,
      (SELECT sum((part->>'amount')::numeric) FROM jsonb_array_elements(${details} #> '{deal,cash}') part
        WHERE part->>'legIdx' = ${details} #>> '{deal,cash,0,legIdx}'))`,
    currency: sql<string>`coalesce(${details}->>'cashCurrency', ${details} #>> '{deal,cash,0,currency}')`,
  }
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
  /** Null if the tenant's own user stored them. */
  sender: Address | null
}

/** Stores a copy, or updates the status of an identical one. Details may arrive after the settlement that opens a deal. */
export async function storeDetails(db: Queryable, row: NewDetails): Promise<void> {
  await lockDeals(db)
  await db
    .insertInto('delivery_details')
    .values({ ...row, details: JSON.stringify(row.details), stored_at: nowSeconds() })
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'delivery_id', 'fingerprint']).doUpdateSet({ status: row.status }),
    )
    .execute()
  await refreshOpenDeals(db, [row.delivery_id])
}

/** One wrong copy from each sender is enough as evidence. */
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

/** The fingerprint that a tenant stored under an id that is not on the ledger yet. */
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

/** A tenant's details whose status or copy has changed. */
export type ReconciledDetails = { tenant: Address; id: string }

const PARTIES = sql`(
  SELECT DISTINCT unnest(ARRAY[l.sender, l.receiver, l.registrar, l.tx_coordinator]) AS tenant
  FROM legs l WHERE l.delivery_id = d.delivery_id)`

const CREATORS_DETAILS = sql`
  delivery_details d JOIN deliveries v ON v.to_block IS NULL AND v.delivery_id = d.delivery_id
    AND v.creator = d.tenant AND v.private_data_fp = d.fingerprint AND d.status = 'SYNCED'`

/** Call it in the transaction that indexes the deliveries, or that stores details of indexed deliveries. */
export async function distributeDeliveryDetails(
  trx: Queryable,
  deliveryIds: readonly DeliveryId[],
  hostedTenants: readonly Address[],
): Promise<ReconciledDetails[]> {
  if (deliveryIds.length === 0) return []
  await lockDeals(trx)
  const reconciled = await compareWithLedger(trx, deliveryIds)
  if (reconciled.length === 0) return []
  const copied = await copyToHostedParties(trx, deliveryIds, hostedTenants)
  await enqueueForOtherParties(trx, deliveryIds, hostedTenants)
  await refreshOpenDeals(trx, deliveryIds)
  return [...reconciled, ...copied]
}

/** Details from a tenant that is not a party stay PENDING until they expire. */
async function compareWithLedger(trx: Queryable, ids: readonly DeliveryId[]): Promise<ReconciledDetails[]> {
  const { rows } = await sql<ReconciledDetails>`
    UPDATE delivery_details d
    SET status = CASE WHEN d.fingerprint = v.private_data_fp THEN 'SYNCED' ELSE 'FINGERPRINT_MISMATCH' END
    FROM deliveries v
    WHERE d.delivery_id = ANY(${ids}::text[]) AND d.status = 'PENDING'
      AND v.to_block IS NULL AND v.delivery_id = d.delivery_id AND d.tenant IN (SELECT tenant FROM ${PARTIES} p)
    RETURNING d.tenant, d.delivery_id AS id`.execute(trx)
  return rows
}

async function copyToHostedParties(
  trx: Queryable,
  ids: readonly DeliveryId[],
  hosted: readonly Address[],
): Promise<ReconciledDetails[]> {
  const { rows } = await sql<ReconciledDetails>`
    INSERT INTO delivery_details (tenant, delivery_id, fingerprint, details, status, sender, stored_at)
    SELECT p.tenant, d.delivery_id, d.fingerprint, d.details, 'SYNCED', d.tenant, ${nowSeconds()}
    FROM ${CREATORS_DETAILS} CROSS JOIN LATERAL ${PARTIES} p
    WHERE d.delivery_id = ANY(${ids}::text[]) AND p.tenant <> d.tenant AND p.tenant = ANY(${hosted}::text[])
    ON CONFLICT (tenant, delivery_id, fingerprint) DO NOTHING
    RETURNING tenant, delivery_id AS id`.execute(trx)
  return rows
}

/** Materializes the parties first: otherwise PostgreSQL scans all tenants for each delivery. */
async function enqueueForOtherParties(
  trx: Queryable,
  ids: readonly DeliveryId[],
  hosted: readonly Address[],
): Promise<void> {
  const now = nowSeconds()
  await sql`
    WITH others AS MATERIALIZED (
      SELECT d.delivery_id, d.fingerprint, d.tenant AS creator, v.delivery_manager, p.tenant
      FROM ${CREATORS_DETAILS} CROSS JOIN LATERAL ${PARTIES} p
      WHERE d.delivery_id = ANY(${ids}::text[]) AND p.tenant <> d.tenant
        AND d.tenant = ANY(${hosted}::text[]) AND NOT p.tenant = ANY(${hosted}::text[]))
    INSERT INTO outbox (event, entity_id, fingerprint, dapp, sending_tenant, destination_tenant, status, attempts,
      next_attempt_at, created_at, updated_at)
    SELECT 'DELIVERY_DETAILS', o.delivery_id, o.fingerprint, o.delivery_manager, o.creator, t.address,
      CASE WHEN t.api_url = '' THEN 'NO_ELIGIBLE_TENANTS' ELSE 'PENDING' END, 0,
      CASE WHEN t.api_url = '' THEN NULL ELSE ${now}::int8 END, ${now}, ${now}
    FROM others o JOIN tenants t ON t.to_block IS NULL AND t.address = o.tenant
    ON CONFLICT DO NOTHING`.execute(trx)
}

/**
 * A push to one party of everything that another one holds of their common deliveries, whoever created them: each has the fingerprint
 * to check it by.
 */
export async function enqueueHeldDetails(trx: Queryable, tenant: Address, party: Address): Promise<void> {
  const now = nowSeconds()
  await sql`
    INSERT INTO outbox (event, entity_id, fingerprint, dapp, sending_tenant, destination_tenant, status, attempts,
      next_attempt_at, created_at, updated_at)
    SELECT 'DELIVERY_DETAILS', d.delivery_id, d.fingerprint, v.delivery_manager, d.tenant, t.address, 'PENDING', 0,
      ${now}::int8, ${now}, ${now}
    FROM delivery_details d
    JOIN deliveries v ON v.to_block IS NULL AND v.delivery_id = d.delivery_id AND v.private_data_fp = d.fingerprint
    JOIN tenants t ON t.to_block IS NULL AND t.address = ${party} AND t.api_url <> ''
    WHERE d.tenant = ${tenant} AND d.status = 'SYNCED' AND EXISTS (
      SELECT 1 FROM legs l WHERE l.delivery_id = d.delivery_id
        AND ${party}::text IN (l.sender, l.receiver, l.registrar, l.tx_coordinator))
    ON CONFLICT DO NOTHING`.execute(trx)
}
