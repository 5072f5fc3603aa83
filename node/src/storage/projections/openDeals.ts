// Which repos and loans are open: settled, and not everything has gone back. Found once when something changes, since a desk asks
// for them at every moment, and most of its deals have long been closed.
import type { DeliveryId } from '@connex/protocol'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from '../engine/database.ts'

type Sql = RawBuilder<unknown>

/** Of a closing's details: what it closes. Compared byte by byte, as ids and the index on it are. `openingOf('p')` */
export const openingOf = (details: string): Sql =>
  sql`(${sql.ref(`${details}.details`)} ->> 'openingDeliveryId') COLLATE "C"`

// The embedded database has no statistics and takes any condition on a tenant for a rare one. OFFSET 0 makes it look up the
// few rows of one delivery first.

/** The current delivery with this id, as a derived table. */
const deliveryBy = (id: Sql): Sql =>
  sql`(SELECT * FROM deliveries x WHERE x.delivery_id = ${id} AND x.to_block IS NULL OFFSET 0)`

/** Its current views by all parties. */
export const viewsBy = (id: Sql): Sql =>
  sql`(SELECT * FROM transfer_views x WHERE x.delivery_id = ${id} AND x.to_block IS NULL OFFSET 0)`

/** Every copy of its details. */
const detailsBy = (id: Sql): Sql =>
  sql`(SELECT x.*, x.ctid AS row_id FROM delivery_details x WHERE x.delivery_id = ${id} OFFSET 0)`

/**
 * From `FROM` on: the deliveries `e` with views `c` that close the view `v`, by a tenant's details with the ledger's fingerprint. A
 * closing's first leg goes the other way. Conditions may follow.
 */
export const closingsBy = (tenant: Sql): Sql => sql`
  FROM (SELECT * FROM delivery_details x WHERE ${openingOf('x')} = v.delivery_id OFFSET 0) q
  CROSS JOIN LATERAL ${deliveryBy(sql`q.delivery_id`)} e
  CROSS JOIN LATERAL ${viewsBy(sql`q.delivery_id`)} c
  WHERE q.tenant = ${tenant} AND c.viewer = ${tenant} AND e.private_data_fp = q.fingerprint
    AND c.sender = v.receiver AND c.receiver = v.sender`

const legsBy = (id: Sql): Sql => sql`(SELECT * FROM legs x WHERE x.delivery_id = ${id} OFFSET 0)`

/** From `FROM` on: the deliveries `e` that name the opening of the details `h`, by details `q` of the same tenant. Conditions may follow. */
export const EVENTS = sql`
  FROM (SELECT * FROM delivery_details x WHERE ${openingOf('x')} = h.delivery_id OFFSET 0) q
  CROSS JOIN LATERAL ${deliveryBy(sql`q.delivery_id`)} e
  WHERE q.tenant = h.tenant AND e.private_data_fp = q.fingerprint`

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
  await sql`
    WITH given AS MATERIALIZED (SELECT unnest(${deliveryIds}::text[]) COLLATE "C" AS id),
    changed AS MATERIALIZED (
      SELECT id FROM given UNION
      SELECT ${openingOf('q')} FROM given CROSS JOIN LATERAL ${detailsBy(sql`given.id`)} q),
    wrong AS MATERIALIZED (
      SELECT h.row_id FROM changed CROSS JOIN LATERAL ${detailsBy(sql`changed.id`)} h
      WHERE h.is_open_deal <> ${IS_OPEN})
    UPDATE delivery_details SET is_open_deal = NOT is_open_deal
    WHERE ctid = ANY(ARRAY(SELECT row_id FROM wrong))`.execute(trx)
}
