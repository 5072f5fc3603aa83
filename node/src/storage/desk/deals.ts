// A desk's transfers `v` with their private details `h`: what they pay, and which repos and loans are still open. Only details with
// the ledger's fingerprint are used: those that are SYNCED.
import { BASIS, DEFAULT_CURRENCY, PENDING_STATES, TRANSFER_KINDS, ZERO_ADDRESS } from '@connex/protocol'
import type { Address } from '@connex/protocol'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { validAt } from '../projections/validAt.ts'
import { EVENTS, listed } from '../projections/dealRows.ts'
import { paidCashOf } from '../sharing/deliveryDetails.ts'

type Sql = RawBuilder<unknown>

/** The tenant's transfers as they are now, without mint and burn requests. */
export const isOwnTransfer = (tenant: Address): RawBuilder<boolean> =>
  sql<boolean>`(v.viewer = ${tenant} AND ${validAt('v')} AND v.transfer_type IN ${listed(TRANSFER_KINDS)})`

export const IS_PENDING = sql<boolean>`v.state IN ${listed(PENDING_STATES)}`

/** The tenant's details of this delivery, as a derived table; OFFSET 0 as in projections/openDeals.ts. */
export const syncedBy = (tenant: Address, id: Sql): Sql =>
  sql`(SELECT * FROM delivery_details x WHERE x.tenant = ${tenant} AND x.delivery_id = ${id} AND x.status = 'SYNCED' OFFSET 0)`

/** The tenant's pending transfers, as a derived table. */
export const pendingViews = (tenant: Address): Sql =>
  sql`(SELECT * FROM transfer_views v WHERE ${isOwnTransfer(tenant)} AND ${IS_PENDING} OFFSET 0)`

/** From `FROM` on: the tenant's pending transfers `v`, each with its details `h` or their nulls. Conditions may follow. */
export const pendingTransfers = (tenant: Address): Sql => sql`
  FROM ${pendingViews(tenant)} v
  LEFT JOIN LATERAL ${syncedBy(tenant, sql`v.delivery_id`)} h ON true
  WHERE true`

/** Joins the details `h` of the transfer `v`. `sql`FROM v ${withDetails(tenant)}`` */
export const withDetails = (tenant: Address): Sql =>
  sql`CROSS JOIN LATERAL ${syncedBy(tenant, sql`v.delivery_id`)} h`

/** Whether the transfer `v` begins with documented cash. */
const BEGINS_WITH_CASH = sql<boolean>`v.registry_manager = ${sql.lit(ZERO_ADDRESS)}`

/** Whether the transfer `v` has a leg of documented cash: against securities, or alone. */
export const HAS_CASH = sql<boolean>`(v.transfer_type = 'REPO' OR ${BEGINS_WITH_CASH})`

/**
 * 1 if the tenant receives the documented cash of the transfer `v`, −1 if it pays it, null if it does neither: cash goes against
 * the first leg, or is the first leg itself. dueEvents.ts says the same of a row.
 */
const signOfCash = (tenant: Address): Sql => sql`CASE
  WHEN NOT ${HAS_CASH} OR ${tenant} NOT IN (v.sender, v.receiver) THEN NULL
  WHEN (v.sender = ${tenant}) <> (${BEGINS_WITH_CASH}) THEN 1 ELSE -1 END`

const PAID = paidCashOf('h')

/** The documented cash of the transfer `v`: above zero if the tenant receives it. */
export const signedCash = (tenant: Address): Sql =>
  sql`CASE WHEN ${HAS_CASH} THEN ${PAID.amount} * ${signOfCash(tenant)} END`

/** The cash that the repurchase of the transfer `v` moves. */
export const repurchaseCash = (tenant: Address): Sql => sql`-${REPURCHASE_PRICE} * ${signOfCash(tenant)}`

export const CURRENCY = sql`coalesce(${PAID.currency}, ${sql.lit(DEFAULT_CURRENCY)})`

export const PURCHASE_DATE = sql`(h.details #>> '{repo,purchaseDate}') COLLATE "C"`

/**
 * protocol's `repurchasePrice` in SQL, as exact; a test compares the two. `div` is an integer division, which cuts off, so a
 * rest below zero takes one more.
 */
const REPURCHASE_PRICE = (() => {
  const term = (name: string) => sql`(h.details #>> ${sql.lit(`{repo,${name}}`)})`
  const days = sql`(${term('repurchaseDate')}::date - ${term('purchaseDate')}::date)`
  const bases = Object.entries(BASIS).map(
    ([dayCount, days]) => sql`WHEN ${sql.lit(dayCount)} THEN ${sql.lit(days)}`,
  )
  const divisor = sql`(200 * CASE ${term('dayCount')} ${sql.join(bases, sql` `)} END)::numeric`
  const price = sql`${term('purchasePrice')}::numeric`
  const numerator = sql`(100 * ${price} * ${divisor} + 200 * ${price} * ${term('rate')}::numeric * ${days} + ${divisor} / 2)`
  return sql`((div(${numerator}, ${divisor}) - CASE WHEN mod(${numerator}, ${divisor}) < 0 THEN 1 ELSE 0 END) / 100)`
})()

/** Whether the deal that `h` opens has events that are not canceled: they change what falls due. */
export const HAS_EVENTS = sql<boolean>`EXISTS (SELECT 1 ${EVENTS} AND q.details ? 'deal' AND e.state <> 'CANCELED')`

/** Whether the details are not those of a closing. */
export const IS_OPENING = sql`h.details ->> 'openingDeliveryId' IS NULL`

/** The last day of an open deal `h`, after its amendments; null where it has none. The availability ladder counts the same. */
export const END_DAY = sql`h.end_day`

export const IS_REPO = sql<boolean>`h.transfer_type = 'REPO'`

/**
 * From `FROM` on: the settled repos and loans that no settled delivery closes, `h`, by the stored lots `l`. Their transfers, which take most of
 * the time, are not read. `ends`: a condition on the lots. Conditions may follow.
 */
export const openDeals = (tenant: Address, ends: Sql = sql`true`): Sql => sql`
  FROM (SELECT l.tenant, l.delivery_id, min(l.counterparty) AS counterparty, min(l.transfer_type) AS transfer_type,
      min(l.end_day) AS end_day
    FROM open_lots l WHERE l.tenant = ${tenant} AND ${ends} GROUP BY l.tenant, l.delivery_id OFFSET 0) h
  WHERE true`
