// Openings of repos and securities loans, each with every delivery that names it by details with the ledger's fingerprint. A join
// with the tenant's views is the access check, as for deliveries.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Address, CallAnswer, CallQuery, DeliveryId } from '@connex/protocol'
import type { DeliveryOfDeal, LedgerPosition } from '@connex/protocol/deals'
import type { Queryable } from '../engine/database.ts'
import { blockAt } from '../lists/asOf.ts'
import { validAt } from '../projections/validAt.ts'
import { page } from '../lists/page.ts'
import { openingOf } from '../projections/dealRows.ts'
import { loadDeliveries } from '../queries/deliveries.ts'
import { loadDetails, syncedDetails } from '../sharing/deliveryDetails.ts'

/** A page of a tenant's deals, the newest first, as of a block or now. */
export async function listDeals(
  db: Queryable,
  tenant: Address,
  query: CallQuery<'deals'>,
): Promise<CallAnswer<'deals'>> {
  const block = await blockAt(db, query)
  const openings = await listOpenings(db, { tenant, block }, query)
  const items = await loadDealDeliveries(
    db,
    { tenant, block },
    openings.items.map((row) => row.delivery_id),
  )
  return { ...openings, items }
}

type Reader = { tenant: Address; block?: number | undefined }

/** Each opening with every delivery that names it, in the order of their creation. */
export async function loadDealDeliveries(
  db: Queryable,
  reader: Reader,
  openings: readonly DeliveryId[],
): Promise<CallAnswer<'deals'>['items']> {
  const events = await findEvents(db, reader, openings)
  const deliveries = await loadWithDetails(db, reader, [
    ...openings,
    ...events.map(({ deliveryId }) => deliveryId),
  ])
  return openings.map((openingDeliveryId) => ({
    openingDeliveryId,
    deliveries: [
      openingDeliveryId,
      ...events.filter(({ opening }) => opening === openingDeliveryId).map(({ deliveryId }) => deliveryId),
    ].flatMap((id) => deliveries.get(id) ?? []),
  }))
}

function listOpenings(db: Queryable, { tenant, block }: Reader, query: CallQuery<'deals'>) {
  const { openingDeliveryIds, isOpen } = query
  let openings = db
    .selectFrom('transfer_views as v')
    .select(['v.delivery_id', 'v.created_block', 'v.created_log_index'])
    .where('v.viewer', '=', tenant)
    .where(validAt('v', block))
    .where('v.transfer_type', 'in', ['REPO', 'SEC_LEND'])
    .where(
      sql<boolean>`NOT EXISTS (SELECT 1 ${syncedDetails(tenant, block)}
        AND p.delivery_id = v.delivery_id AND ${openingOf('p')} IS NOT NULL)`,
    )
  if (openingDeliveryIds !== undefined) openings = openings.where('v.delivery_id', 'in', openingDeliveryIds)
  if (isOpen !== undefined) openings = openings.where(hasOpenDeal(tenant, isOpen))
  return page(openings, query, {
    sorts: { createdAt: 'v.created_block' },
    defaultSort: 'createdAt',
    defaultOrder: 'desc',
    search: ['v.delivery_id'],
    unique: ['v.created_block', 'v.created_log_index', 'v.delivery_id'],
  })
}

const hasOpenDeal = (tenant: Address, isOpen: boolean): RawBuilder<boolean> =>
  sql<boolean>`${isOpen} = EXISTS (
    SELECT 1 FROM delivery_details o WHERE o.tenant = ${tenant} AND o.delivery_id = v.delivery_id AND o.is_open_deal)`

type FoundEvent = { deliveryId: DeliveryId; opening: DeliveryId }

/** In the order of their creation. */
async function findEvents(
  db: Queryable,
  { tenant, block }: Reader,
  openings: readonly DeliveryId[],
): Promise<FoundEvent[]> {
  if (openings.length === 0) return []
  const { rows } = await sql<FoundEvent>`
    SELECT p.delivery_id AS "deliveryId", ${openingOf('p')} AS opening ${syncedDetails(tenant, block)}
      AND ${openingOf('p')} IN (${sql.join(openings)})
      AND EXISTS (SELECT 1 FROM transfer_views v
        WHERE v.viewer = ${tenant} AND v.delivery_id = p.delivery_id AND ${validAt('v', block)})
    ORDER BY d.created_block, d.created_log_index, p.delivery_id`.execute(db)
  return rows
}

async function loadWithDetails(
  db: Queryable,
  { tenant, block }: Reader,
  ids: readonly DeliveryId[],
): Promise<Map<DeliveryId, DeliveryOfDeal>> {
  const [deliveries, details, settlements] = await Promise.all([
    loadDeliveries(db, ids, block, tenant),
    loadDetails(db, tenant, ids),
    findSettlements(db, ids, block),
  ])
  return new Map(
    deliveries.map((delivery) => {
      const known = details.get(delivery.deliveryId)
      const settledAt = settlements.get(delivery.deliveryId) ?? null
      return [
        delivery.deliveryId,
        {
          ...delivery,
          details: known?.details ?? null,
          detailsStatus: known?.status ?? 'PENDING',
          settledAt,
        },
      ]
    }),
  )
}

/** Where the ledger settled these deliveries; leaves out those that have not settled. */
async function findSettlements(
  db: Queryable,
  ids: readonly DeliveryId[],
  block: number | undefined,
): Promise<Map<DeliveryId, LedgerPosition>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('deliveries as d')
    .select(['d.delivery_id', 'd.closed_block', 'd.closed_log_index'])
    .where('d.delivery_id', 'in', ids)
    .where('d.state', '=', 'SETTLED')
    .where(validAt('d', block))
    .execute()
  return new Map(
    rows.map((row) => [row.delivery_id, { block: row.closed_block ?? 0, logIdx: row.closed_log_index ?? 0 }]),
  )
}
