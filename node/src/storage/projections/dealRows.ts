// The rows of a deal, by the ids of its deliveries: what the ledger says of each, its details, and what names its opening.
import { LegType } from '@connex/protocol'
import type { DeliveryLeg } from '@connex/protocol'
import { LEG_MEANS } from '@connex/protocol/deals'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { validAt } from './validAt.ts'

type Sql = RawBuilder<unknown>

/** `listed(['REPO', 'SEC_LEND'])` → ('REPO', 'SEC_LEND') */
export const listed = (texts: readonly string[]): Sql =>
  sql`(${sql.join(texts.map((text) => sql.lit(text)))})`

/** Whether the leg is of a type that protocol finds so. `isLeg('l', isDigital)` */
export const isLeg = (leg: string, isOfKind: (leg: Pick<DeliveryLeg, 'legType'>) => boolean): Sql =>
  sql`(${sql.ref(`${leg}.leg_type`)} IN ${listed(LegType.options.filter((legType) => isOfKind({ legType })))})`

/** Whether the leg moves what a deal gives back. `isSecurities('l')` */
export const isSecurities = (leg: string): Sql =>
  isLeg(leg, ({ legType }) => LEG_MEANS[legType] === 'securities')

export const isPayment = (leg: string): Sql => isLeg(leg, ({ legType }) => LEG_MEANS[legType] === 'cash')

/** Of a closing's details: what it closes. Compared byte by byte, as ids and the index on it are. `openingOf('p')` */
export const openingOf = (details: string): Sql =>
  sql`(${sql.ref(`${details}.details`)} ->> 'openingDeliveryId') COLLATE "C"`

// The embedded database has no statistics and takes any condition on a tenant for a rare one. OFFSET 0 makes it look up the
// few rows of one delivery first.

/** The delivery with this id, now or at a block, as a derived table. */
export const deliveryBy = (id: Sql, block?: number): Sql =>
  sql`(SELECT * FROM deliveries x WHERE x.delivery_id = ${id} AND ${validAt('x', block)} OFFSET 0)`

/** Its views by all parties. */
export const viewsBy = (id: Sql, block?: number): Sql =>
  sql`(SELECT * FROM transfer_views x WHERE x.delivery_id = ${id} AND ${validAt('x', block)} OFFSET 0)`

/** Every copy of its details. */
export const detailsBy = (id: Sql): Sql =>
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

/** Its legs, which never change. */
export const legsBy = (id: Sql): Sql => sql`(SELECT * FROM legs x WHERE x.delivery_id = ${id} OFFSET 0)`

/** From `FROM` on: the deliveries `e` that name the opening of the details `h`, by details `q` of the same tenant. Conditions may follow. */
export const eventsAt = (block?: number): Sql => sql`
  FROM (SELECT * FROM delivery_details x WHERE ${openingOf('x')} = h.delivery_id OFFSET 0) q
  CROSS JOIN LATERAL ${deliveryBy(sql`q.delivery_id`, block)} e
  WHERE q.tenant = h.tenant AND e.private_data_fp = q.fingerprint`

export const EVENTS = eventsAt()
