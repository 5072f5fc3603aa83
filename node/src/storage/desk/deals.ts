// A desk's transfers with their private details: what they pay, and which repos and loans are still open. Only details with the
// ledger's fingerprint are used.
import { DEFAULT_CURRENCY, TRANSFER_KINDS } from '@connex/protocol'
import type { Address } from '@connex/protocol'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { validAt } from '../lists/asOf.ts'
import { syncedDetails } from '../sharing/deliveryDetails.ts'

type Sql = RawBuilder<unknown>

/** The tenant's transfers as they are now, without mint and burn requests. */
export const isOwnTransfer = (tenant: Address): RawBuilder<boolean> =>
  sql<boolean>`(v.viewer = ${tenant} AND ${validAt('v')} AND v.transfer_type IN (${sql.join(TRANSFER_KINDS.map((kind) => sql.lit(kind)))}))`

/** The details `h` of the transfer `v`, for a join. */
export const detailsOf = (tenant: Address): Sql =>
  sql`(SELECT p.delivery_id, p.details ${syncedDetails(tenant)}) h`

/** 1 if the tenant receives the documented cash of the transfer `v`, −1 if it pays it, null if it does neither. */
export const signOfCash = (tenant: Address): Sql => sql`(
  SELECT CASE WHEN l.receiver = ${tenant} THEN 1 ELSE -1 END FROM legs l
  WHERE l.delivery_id = v.delivery_id AND l.leg_type = 'EXTERNAL' AND ${tenant} IN (l.sender, l.receiver)
  ORDER BY l.leg_idx LIMIT 1)`

export const CURRENCY = sql`coalesce(h.details->>'cashCurrency', ${sql.lit(DEFAULT_CURRENCY)})`

/** The documented cash of the transfer `v`: above zero if the tenant receives it. */
export const signedCash = (tenant: Address): Sql =>
  sql`(h.details->>'cashQuantity')::numeric * ${signOfCash(tenant)}`

export const REPURCHASE_DATE = sql`(h.details #>> '{repo,repurchaseDate}') COLLATE "C"`
export const PURCHASE_DATE = sql`(h.details #>> '{repo,purchaseDate}') COLLATE "C"`

/**
 * protocol's `repurchasePrice` in SQL, as exact; a test compares the two. `div` is an integer division, which cuts off, so a
 * rest below zero takes one more.
 */
export const REPURCHASE_PRICE = (() => {
  const terms = (name: string) => sql`(h.details #>> ${sql.lit(`{repo,${name}}`)})`
  const days = sql`(${terms('repurchaseDate')}::date - ${terms('purchaseDate')}::date)`
  const divisor = sql`(200 * CASE ${terms('dayCount')} WHEN 'ACT/360' THEN 360 ELSE 365 END)::numeric`
  const price = sql`${terms('purchasePrice')}::numeric`
  const numerator = sql`(100 * ${price} * ${divisor} + 200 * ${price} * ${terms('rate')}::numeric * ${days} + ${divisor} / 2)`
  return sql`((div(${numerator}, ${divisor}) - CASE WHEN mod(${numerator}, ${divisor}) < 0 THEN 1 ELSE 0 END) / 100)`
})()

/** Whether the transfer `v` with the details `h` opens a repo or a loan, and does not close one. */
const OPENS = sql`(v.transfer_type IN ('REPO', 'SEC_LEND') AND h.details->>'openingDeliveryId' IS NULL)`

/**
 * The settled repos and loans that no settled delivery closes, `v` with `h`: what a closing's details name, and its first leg
 * reverses.
 */
export const openDeals = (tenant: Address): Sql => sql`
  transfer_views v JOIN ${detailsOf(tenant)} ON h.delivery_id = v.delivery_id
  WHERE ${isOwnTransfer(tenant)} AND v.state = 'SETTLED' AND ${OPENS} AND NOT EXISTS (${closingsOf(tenant)}
    AND c.state = 'SETTLED')`

/** The deliveries `c` that close the transfer `v`, in any state; a condition may follow. */
export const closingsOf = (tenant: Address): Sql => sql`
  SELECT c.delivery_id FROM delivery_details q
  JOIN deliveries e ON e.delivery_id = q.delivery_id AND e.private_data_fp = q.fingerprint AND ${validAt('e')}
  JOIN transfer_views c ON c.delivery_id = q.delivery_id AND c.viewer = ${tenant} AND ${validAt('c')}
  WHERE q.tenant = ${tenant} AND q.details->>'openingDeliveryId' = v.delivery_id
    AND c.sender = v.receiver AND c.receiver = v.sender`
