// Which repos and loans are open: settled, and not everything has gone back. Found once when something changes, since a desk asks
// for them at every moment, and most of its deals have long been closed.
import type { DeliveryId } from '@connex/protocol'
import { sql } from 'kysely'
import type { Queryable } from '../engine/database.ts'
import { deliveryBy, detailsBy, EVENTS, legsBy, openingOf, viewsBy } from './dealRows.ts'
import { refreshOpenLots } from './openLots.ts'

/**
 * Whether the parties of the view `v` have anything left of each other's: of some asset more has moved one way than the other. The
 * same as `isLive` of protocol's deals, which knows the lots.
 */
const HAS_OUTSTANDING = sql`EXISTS (
  SELECT 1 FROM (SELECT l.* FROM ${legsBy(sql`h.delivery_id`)} l UNION ALL
    SELECT l.* FROM (SELECT q.delivery_id ${EVENTS} AND e.state = 'SETTLED') s
    CROSS JOIN LATERAL ${legsBy(sql`s.delivery_id`)} l) l
  WHERE l.leg_type NOT IN ('NONE', 'EXTERNAL')
    AND (l.sender, l.receiver) IN ((v.sender, v.receiver), (v.receiver, v.sender))
  GROUP BY l.asset_manager, l.asset_id
  HAVING sum(CASE WHEN l.sender = v.sender THEN l.quantity ELSE -l.quantity END) <> 0)`

/** Whether the details `h` are those of an open deal. */
const IS_OPEN = sql`coalesce((
  SELECT d.private_data_fp = h.fingerprint AND d.state = 'SETTLED' AND v.transfer_type IN ('REPO', 'SEC_LEND')
    AND h.details ->> 'openingDeliveryId' IS NULL
    AND ${HAS_OUTSTANDING}
  FROM ${deliveryBy(sql`h.delivery_id`)} d CROSS JOIN LATERAL ${viewsBy(sql`h.delivery_id`)} v
  WHERE v.viewer = h.tenant), false)`

/**
 * Call it in the transaction that changes these deliveries or their details.
 *
 * @example
 * await refreshOpenDeals(trx, settledIds)
 */
export async function refreshOpenDeals(trx: Queryable, deliveryIds: readonly DeliveryId[]): Promise<void> {
  if (deliveryIds.length === 0) return
  const openings = await openingsOf(trx, deliveryIds)
  await sql`
    WITH changed AS MATERIALIZED (
      SELECT o.id FROM unnest(${openings}::text[]) o (id)),
    wrong AS MATERIALIZED (
      SELECT h.row_id FROM changed CROSS JOIN LATERAL ${detailsBy(sql`changed.id`)} h
      WHERE h.is_open_deal <> ${IS_OPEN})
    UPDATE delivery_details SET is_open_deal = NOT is_open_deal
    WHERE ctid = ANY(ARRAY(SELECT row_id FROM wrong))`.execute(trx)
  await refreshOpenLots(trx, openings)
}

/** These deliveries, and those that their details name as their openings. */
async function openingsOf(trx: Queryable, deliveryIds: readonly DeliveryId[]): Promise<DeliveryId[]> {
  const { rows } = await sql<{ id: DeliveryId }>`
    WITH given AS MATERIALIZED (SELECT unnest(${deliveryIds}::text[]) COLLATE "C" AS id)
    SELECT id FROM given UNION
    SELECT q.opening FROM given CROSS JOIN LATERAL (
      SELECT ${openingOf('d')} AS opening FROM ${detailsBy(sql`given.id`)} d) q
    WHERE q.opening IS NOT NULL`.execute(trx)
  return rows.map(({ id }) => id)
}
