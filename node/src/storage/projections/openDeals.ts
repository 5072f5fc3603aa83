// Which repos and loans are open, what they have outstanding, and when it goes back. Stored of the present, since a desk asks for
// all of it at every moment and most of its deals have long been closed; computed for a moment of the past.
import type { Address, DeliveryId } from '@connex/protocol'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from '../engine/database.ts'
import { deliveryBy, detailsBy, eventsAt, isSecurities, legsBy, openingOf, viewsBy } from './dealRows.ts'

type Sql = RawBuilder<unknown>

/** The last day that the details of an opening name. */
export const endOf = (details: string): Sql => {
  const all = sql.ref(`${details}.details`)
  return sql`coalesce(${all} #>> '{repo,repurchaseDate}', ${all} #>> '{loan,endDate}')`
}

const COLUMNS = sql`tenant, delivery_id, asset_manager, asset_id, registrar, counterparty, transfer_type, end_day, term_type,
  notice_days, rest`

/** The terms that an opening's details agree on, as protocol's deals read them. */
const TERM_TYPE = sql`coalesce(h.details #>> '{loan,termType}',
  CASE WHEN h.details #>> '{repo,repurchaseDate}' IS NULL THEN 'OPEN' ELSE 'FIXED' END)`
const NOTICE_DAYS = sql`coalesce((h.details #> '{loan,noticeDays}')::int4, 0)`

/**
 * Selects what each opening `h` and its settled events have moved of each asset: `rest` is above zero if the tenant has to give back.
 * Somebody else's delivery that names the opening is not an event of the deal. The last amendment of a term decides: it moves the end, or takes it
 * away.
 */
const lotsOf = (openings: Sql, block?: number): Sql => {
  const settled = sql`${eventsAt(block)} AND e.state = 'SETTLED'`
  const amended = sql`q.details #> '{deal,amend}'`
  const last = (
    term: string,
  ) => sql`(array_agg(${amended} -> ${sql.lit(term)} ORDER BY e.closed_block DESC, e.closed_log_index DESC)
    FILTER (WHERE ${amended} ? ${sql.lit(term)}))[1]`
  return sql`
    SELECT h.tenant, h.delivery_id, l.asset_manager, l.asset_id, l.registrar, o.counterparty, o.transfer_type,
      CASE WHEN a.end_day IS NULL THEN ${endOf('h')} ELSE a.end_day #>> '{}' END AS end_day,
      coalesce(a.term_type #>> '{}', ${TERM_TYPE}) AS term_type, coalesce(a.notice_days::int4, ${NOTICE_DAYS}) AS notice_days,
      sum(CASE WHEN l.receiver = h.tenant THEN l.quantity ELSE -l.quantity END) AS rest
    FROM ${openings} h
    CROSS JOIN LATERAL (
      SELECT v.transfer_type, CASE WHEN v.sender = h.tenant THEN v.receiver ELSE v.sender END AS counterparty
      FROM ${viewsBy(sql`h.delivery_id`, block)} v
      WHERE v.viewer = h.tenant AND h.tenant IN (v.sender, v.receiver)) o
    CROSS JOIN LATERAL (
      SELECT ${last('repurchaseDate')} AS end_day, ${last('termType')} AS term_type, ${last('noticeDays')} AS notice_days
      ${settled} AND ${amended} IS NOT NULL AND EXISTS (
        SELECT 1 FROM ${viewsBy(sql`q.delivery_id`, block)} c
        WHERE c.viewer = h.tenant AND c.counterparty = o.counterparty)) a
    CROSS JOIN LATERAL (
      SELECT l.* FROM ${legsBy(sql`h.delivery_id`)} l UNION ALL
      SELECT l.* FROM (SELECT q.delivery_id ${settled}) s CROSS JOIN LATERAL ${legsBy(sql`s.delivery_id`)} l) l
    WHERE ${isSecurities('l')}
      AND (l.sender, l.receiver) IN ((h.tenant, o.counterparty), (o.counterparty, h.tenant))
    GROUP BY h.tenant, h.delivery_id, l.asset_manager, l.asset_id, l.registrar, o.counterparty, o.transfer_type, 8, 9, 10`
}

/** Of these details, those of a settled repo or loan that the ledger confirms. */
const openingsAmong = (details: Sql, block?: number): Sql => sql`(
  SELECT d.* FROM ${details} d CROSS JOIN LATERAL ${deliveryBy(sql`d.delivery_id`, block)} e
  CROSS JOIN LATERAL ${viewsBy(sql`d.delivery_id`, block)} v
  WHERE e.private_data_fp = d.fingerprint AND e.state = 'SETTLED' AND v.viewer = d.tenant
    AND v.transfer_type IN ('REPO', 'SEC_LEND') AND ${openingOf('d')} IS NULL)`

/** Selects the lots of the deals among these details of which anything is left: the same as `isLive` of protocol's deals. */
const openLotsAmong = (details: Sql, block?: number): Sql => sql`
  SELECT ${COLUMNS} FROM (
    SELECT x.*, bool_or(x.rest <> 0) OVER (PARTITION BY x.tenant, x.delivery_id) AS is_open
    FROM (${lotsOf(openingsAmong(details, block), block)}) x) x
  WHERE x.is_open`

/** A derived table of the lots of a tenant's open deals, now or at a block. */
export const openLots = (tenant: Address, block?: number): Sql =>
  block === undefined
    ? sql`(SELECT ${COLUMNS} FROM open_lots WHERE tenant = ${tenant})`
    : sql`(${openLotsAmong(sql`(SELECT * FROM delivery_details WHERE tenant = ${tenant})`, block)})`

/** An arbitrary number, unique among our advisory locks. */
const DEALS_LOCK = 7_024_004

/**
 * Waits until no other transaction is changing deals: each must see what the one before it has stored. Call it before the first change of
 * details: whoever holds the lock may wait for their rows.
 */
export async function lockDeals(trx: Queryable): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${DEALS_LOCK})`.execute(trx)
}

/**
 * Stores which deals are open, and their lots. Call it in the transaction that changes these deliveries or their details.
 *
 * @example
 * await refreshOpenDeals(trx, settledIds)
 */
export async function refreshOpenDeals(trx: Queryable, deliveryIds: readonly DeliveryId[]): Promise<void> {
  if (deliveryIds.length === 0) return
  await lockDeals(trx)
  const openings = await openingsOf(trx, deliveryIds)
  if (openings.length === 0) return
  const details = sql`(
    SELECT h.* FROM unnest(${openings}::text[]) o (id) CROSS JOIN LATERAL ${detailsBy(sql`o.id`)} h)`
  await sql`DELETE FROM open_lots WHERE delivery_id = ANY(${openings}::text[])`.execute(trx)
  await sql`INSERT INTO open_lots (${COLUMNS}) ${openLotsAmong(details)}`.execute(trx)
  await sql`
    WITH wrong AS MATERIALIZED (
      SELECT h.row_id FROM ${details} h LEFT JOIN LATERAL ${deliveryBy(sql`h.delivery_id`)} d ON true
      WHERE h.is_open_deal <> (coalesce(h.fingerprint = d.private_data_fp, false) AND EXISTS (
        SELECT 1 FROM open_lots l WHERE l.tenant = h.tenant AND l.delivery_id = h.delivery_id)))
    UPDATE delivery_details SET is_open_deal = NOT is_open_deal
    WHERE ctid = ANY(ARRAY(SELECT row_id FROM wrong))`.execute(trx)
}

/**
 * Of these deliveries those that open a deal, or did before a chain reorg, and those that their details name as their openings. Most deliveries are
 * free of payment: the lock and this one statement are all that they cost.
 */
async function openingsOf(trx: Queryable, deliveryIds: readonly DeliveryId[]): Promise<DeliveryId[]> {
  const { rows } = await sql<{ id: DeliveryId }>`
    WITH given AS MATERIALIZED (SELECT unnest(${deliveryIds}::text[]) COLLATE "C" AS id)
    SELECT id FROM given
    WHERE EXISTS (SELECT 1 FROM ${viewsBy(sql`given.id`)} v WHERE v.transfer_type IN ('REPO', 'SEC_LEND'))
      OR EXISTS (SELECT 1 FROM ${detailsBy(sql`given.id`)} d WHERE d.is_open_deal)
      OR EXISTS (SELECT 1 FROM open_lots l WHERE l.delivery_id = given.id)
    UNION SELECT q.opening FROM given CROSS JOIN LATERAL (
      SELECT ${openingOf('d')} AS opening FROM ${detailsBy(sql`given.id`)} d) q
    WHERE q.opening IS NOT NULL`.execute(trx)
  return rows.map(({ id }) => id)
}
