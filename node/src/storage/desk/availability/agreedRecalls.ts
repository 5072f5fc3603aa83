// Recalls that the other side of an open deal has agreed to, as SQL: what of which registry they take back, and on which day. They move
// forward what goes back at the end of the deal; flows.ts says how much of it is left to go back.
import type { Address, Seconds } from '@connex/protocol'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { detailsBy, isPayment, isSecurities, legsBy, openingOf } from '../../projections/dealRows.ts'
import { requestState } from '../../sharing/dealMessages.ts'

type Sql = RawBuilder<unknown>

/** Whose recalls, and when: `at` is the moment's time if it is in the past. */
type Moment = { tenant: Address; block: number | undefined; at: Seconds | undefined; today: string }

/**
 * Selects a row for each lot that an agreed recall names. Few of all messages agree to something, so these come first. A message is not on the ledger: for a moment of the past those count that had
 * arrived by then.
 */
export const agreedRecalls = ({ tenant, block, at }: Moment): Sql => sql`
  SELECT r.fingerprint, r.entity_id AS deal, r.author_tenant <> ${tenant} AS is_owed,
    r.data #>> '{message,date}' AS day, x.lot, x.quantity::numeric AS quantity,
    CASE WHEN h.details ? 'loan' THEN false WHEN h.details ? 'repo' THEN true END AS is_repo
  FROM (SELECT * FROM private_records x
    WHERE x.tenant = ${tenant} AND x.kind = 'DEAL_MESSAGE' AND x.type = 'RECALL' AND x.status <> 'FINGERPRINT_MISMATCH'
      AND x.fingerprint IN (SELECT a.data #>> '{message,replyTo}' FROM private_records a
        WHERE a.tenant = ${tenant} AND a.kind = 'DEAL_MESSAGE' AND a.type = 'ANSWER' AND a.data #>> '{message,isAgreed}' = 'true')
      AND ${at === undefined ? sql`true` : sql`x.created_at <= ${at}`} OFFSET 0) r
  CROSS JOIN LATERAL (SELECT * FROM delivery_details o WHERE o.tenant = ${tenant} AND o.delivery_id = r.entity_id
    AND ${block === undefined ? sql`o.is_open_deal` : sql`true`} OFFSET 0) h
  CROSS JOIN LATERAL (SELECT ${requestState('r', { block, at })} AS state OFFSET 0) s
  CROSS JOIN LATERAL jsonb_to_recordset(r.data #> '{message,lots}') AS x (lot text, quantity text)
  WHERE s.state = 'AGREED'`

const DEALS = sql`(SELECT DISTINCT deal, is_repo FROM recall)`
/** As protocol's `openedLots` numbers them. An opening that says neither is a repo if it has a payment. */
const LETTER = sql`CASE WHEN l.sender <> l.giver THEN 'C' WHEN coalesce(d.is_repo, l.has_payment) THEN 'P' ELSE 'L' END`
const IS_SECURITIES = isSecurities('x')

/** Selects the legs of the openings, by the names of their lots. */
const OPENED = sql`
  SELECT d.deal, ${LETTER} || row_number() OVER (PARTITION BY d.deal, l.sender = l.giver ORDER BY l.leg_idx) AS lot,
    l.asset_manager, l.asset_id, l.registrar
  FROM ${DEALS} d CROSS JOIN LATERAL (
    SELECT x.*, ${IS_SECURITIES} AS is_securities, bool_or(${isPayment('x')}) OVER () AS has_payment,
      first_value(x.sender) OVER (ORDER BY NOT ${IS_SECURITIES}, x.leg_idx) AS giver
    FROM ${legsBy(sql`d.deal`)} x) l
  WHERE l.is_securities`

/** The leg of an event that brought the lot of the recall `r`, as a derived table. */
const broughtBy = (tenant: Address): Sql => sql`(
  SELECT l.asset_manager, l.asset_id, l.registrar
  FROM (SELECT * FROM delivery_details x WHERE ${openingOf('x')} = r.deal OFFSET 0) q
  CROSS JOIN LATERAL jsonb_to_recordset(q.details #> '{deal,lots}') AS x ("legIdx" int, lot text)
  CROSS JOIN LATERAL ${legsBy(sql`q.delivery_id`)} l
  WHERE q.tenant = ${tenant} AND q.status = 'SYNCED' AND x.lot = r.lot AND l.leg_idx = x."legIdx" LIMIT 1)`

/** Selects the requests that pending events quote. */
const quoted = (tenant: Address): Sql => sql`
  SELECT a.id, bool_or(n.class = 'CONFIRMED') AS is_met, bool_or(n.class = 'PROPOSED') AS may_be_met
  FROM pending n JOIN ${DEALS} d ON d.deal = n.opening
  CROSS JOIN LATERAL ${detailsBy(sql`n.delivery_id`)} q
  CROSS JOIN LATERAL jsonb_array_elements_text(q.details #> '{deal,answers}') a (id)
  WHERE q.tenant = ${tenant} AND q.status = 'SYNCED' GROUP BY a.id`

/**
 * Selects, from `recall`, `pending` and `place`, what falls due of each deal, place and day. A pending return that quotes a recall meets
 * it: once every investor has confirmed that in all columns, before in the possible one. What the other side owes late is possible.
 */
export const recalledByDay = ({ tenant, today }: Moment): Sql => {
  const sumOf = (condition: Sql) => sql`coalesce(sum(m.quantity) FILTER (WHERE ${condition}), 0)`
  return sql`
    SELECT m.deal, m.place, m.day, ${sumOf(sql`m.is_owed`)} AS owed,
      ${sumOf(sql`m.is_owed AND NOT m.may_be_met`)} AS possibly_owed,
      ${sumOf(sql`NOT m.is_owed AND m.day >= ${today}`)} AS expected,
      ${sumOf(sql`NOT m.is_owed AND NOT m.may_be_met`)} AS possible
    FROM (
      SELECT r.*, p.place, coalesce(q.may_be_met, false) AS may_be_met
      FROM recall r
      LEFT JOIN (${quoted(tenant)}) q ON q.id = r.fingerprint
      LEFT JOIN (${OPENED}) o ON o.deal = r.deal AND o.lot = r.lot
      LEFT JOIN LATERAL ${broughtBy(tenant)} b ON o.deal IS NULL
      JOIN place p ON p.registry_manager = coalesce(o.asset_manager, b.asset_manager)
        AND p.registry_id = coalesce(o.asset_id, b.asset_id) AND p.registrar = coalesce(o.registrar, b.registrar)
      WHERE q.is_met IS NOT TRUE) m
    GROUP BY m.deal, m.place, m.day`
}
