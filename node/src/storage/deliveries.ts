// Deliveries as the wire shows them, put together from their rows. Who may see one is decided before: a delivery has a
// transfer view for each of its parties, and for nobody else.
import type { Address, Delivery, DeliveryId, DeliveryState, Page, Paging } from '@connex/protocol'
import { holdsAt } from './holdsAt.ts'
import { buildDelivery } from './buildDelivery.ts'
import type { DeliveryRows } from './buildDelivery.ts'
import { page } from './page.ts'
import type { Queryable } from './queryable.ts'

export type DeliveryFilters = {
  deliveryIds?: DeliveryId[] | undefined
  deliveryState?: DeliveryState[] | undefined
}

/** The deliveries in which a tenant takes part, the newest first. */
export async function listDeliveries(
  db: Queryable,
  tenant: Address,
  filters: DeliveryFilters,
  paging: Paging,
): Promise<Page<Delivery>> {
  let visible = db
    .selectFrom('deliveries as d')
    .innerJoin('transfer_views as v', (join) =>
      join.onRef('v.delivery_id', '=', 'd.delivery_id').on('v.viewer', '=', tenant).on(holdsAt('v')),
    )
    .select([
      'd.delivery_id',
      'd.state',
      'd.value_date',
      'd.created_at',
      'd.created_block',
      'd.created_log_index',
    ])
    .where(holdsAt('d'))
  if (filters.deliveryIds !== undefined) visible = visible.where('d.delivery_id', 'in', filters.deliveryIds)
  if (filters.deliveryState !== undefined) visible = visible.where('d.state', 'in', filters.deliveryState)
  const rows = await page(visible, paging, {
    sorts: {
      createdAt: 'd.created_block',
      valueDate: 'd.value_date',
      deliveryState: 'd.state',
      deliveryId: 'd.delivery_id',
    },
    defaultSort: 'createdAt',
    defaultOrder: 'desc',
    search: ['d.delivery_id', 'd.state'],
    unique: ['d.created_block', 'd.created_log_index', 'd.delivery_id'],
  })
  return {
    ...rows,
    items: await loadDeliveries(
      db,
      rows.items.map((row) => row.delivery_id),
    ),
  }
}

/** In the order of the ids; one that the index does not know is left out. */
export async function loadDeliveries(db: Queryable, ids: readonly DeliveryId[]): Promise<Delivery[]> {
  if (ids.length === 0) return []
  const rows = await readRows(db, ids)
  return ids.flatMap((id) => buildDelivery(id, rows) ?? [])
}

async function readRows(db: Queryable, ids: readonly DeliveryId[]): Promise<DeliveryRows> {
  const [deliveries, legs, confirmations, receipts, cancelVotes] = await Promise.all([
    db
      .selectFrom('deliveries')
      .selectAll()
      .where('delivery_id', 'in', ids)
      .where(holdsAt('deliveries'))
      .execute(),
    db
      .selectFrom('legs as l')
      .leftJoin('registries as r', (join) =>
        join
          .onRef('r.registry_manager', '=', 'l.asset_manager')
          .onRef('r.registry_id', '=', 'l.asset_id' as 'r.registry_id')
          .on(holdsAt('r')),
      )
      .leftJoin('instruments as i', (join) =>
        join
          .on((on) =>
            on.or([
              on('i.instrument_id', '=', on.ref('r.instrument_id')),
              on.and([
                on('l.leg_type', '=', 'TRADITIONAL'),
                on('i.instrument_id', '=', on.ref('l.asset_id' as 'r.instrument_id')),
              ]),
            ]),
          )
          .on(holdsAt('i')),
      )
      .selectAll('l')
      .select(['i.instrument_id', 'i.identifier', 'i.decimals'])
      .where('l.delivery_id', 'in', ids)
      .orderBy('l.leg_idx')
      .execute(),
    db
      .selectFrom('confirmations')
      .selectAll()
      .where('delivery_id', 'in', ids)
      .orderBy('from_block')
      .orderBy('log_index')
      .execute(),
    db
      .selectFrom('receipts')
      .selectAll()
      .where('delivery_id', 'in', ids)
      .orderBy('from_block')
      .orderBy('log_index')
      .execute(),
    db
      .selectFrom('cancel_votes')
      .selectAll()
      .where('delivery_id', 'in', ids)
      .orderBy('from_block')
      .orderBy('log_index')
      .execute(),
  ])
  return { deliveries, legs, confirmations, receipts, cancelVotes }
}
