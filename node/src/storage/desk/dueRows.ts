// What falls due, as rows: one a pending transfer, an open deal, a recall, a proposal, an instrument that matures or pays a coupon.
import type { Address, Currency, DeliveryId, DueKind, Fingerprint, InstrumentId } from '@connex/protocol'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from '../engine/database.ts'
import { validAt } from '../projections/validAt.ts'
import { positionSources } from '../queries/positionSources.ts'
import { openingOf, viewsBy } from '../projections/dealRows.ts'
import {
  CURRENCY,
  END_DAY,
  HAS_EVENTS,
  IS_OPENING,
  IS_REPO,
  openDeals,
  pendingTransfers,
  pendingViews,
  PURCHASE_DATE,
  repurchaseCash,
  signedCash,
  syncedBy,
} from './deals.ts'
import { requestsOnOpenDeals } from './dealRequests.ts'

type Sql = RawBuilder<unknown>

/**
 * Both days count. `overdue`: also what was due before. `withoutOverdueEnds`: but not the deals that should have ended before, which
 * countOverdueEnds counts. `open`: also deals without a date.
 */
export type DueRange = {
  from: string
  to: string
  overdue?: boolean | undefined
  withoutOverdueEnds?: boolean | undefined
  open?: boolean | undefined
  /** All of them by default. */
  kind?: readonly DueKind[] | undefined
}

export type DueRow = {
  kind: DueKind
  day: string | null
  delivery_id: DeliveryId | null
  workflow_id: string | null
  message_id: Fingerprint | null
  instrument_id: InstrumentId | null
  /** Of an instrument that matures or pays a coupon, see `counterparty`. */
  quantity: string | null
  /** Above zero if it comes in. */
  cash: string | null
  /** Of the cash; of a notice, whose calendar it follows. */
  currency: Currency | null
  /** Of an instrument in open deals, whose quantity is below zero if it comes back; null of what is held. */
  counterparty: Address | null
}

/** What SQL does not compute, see dueDates.ts. */
export type DueDates = {
  /** A UTC day. */
  today: string
  notices: readonly { kind: DueKind; date: string; deliveryId: DeliveryId; currency: Currency }[]
  coupons: readonly { instrumentId: InstrumentId; date: string }[]
}

const DAY_S = 86_400
const secondsOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000
/** The UTC day of a column of seconds. `isoDayOf(sql`v.value_date`)` */
export const isoDayOf = (seconds: Sql): Sql =>
  sql`to_char(to_timestamp(${seconds}) AT TIME ZONE 'UTC', 'YYYY-MM-DD') COLLATE "C"`

/**
 * A derived table of `DueRow`s. A pending repo falls due on its purchase date, and the closing of a deal with its opening, so
 * that nothing falls due twice. An event of a deal falls due on its own day, and the opening with the rest: its cash is null
 * here, see dueDeals.ts and dealCash.ts.
 */
export function dueRows(tenant: Address, range: DueRange, dates: DueDates): RawBuilder<DueRow> {
  const all: readonly (readonly [kinds: readonly DueKind[], rows: () => Sql])[] = [
    [['VALUE_DATE'], () => valueDates(tenant, range)],
    [['OPENING'], () => openings(tenant, range)],
    [['REPURCHASE', 'LOAN'], () => ends(tenant, range)],
    [['TRANSFER_EXPIRY'], () => expiries(tenant, range)],
    [['EXPIRY'], () => proposalExpiries(tenant, range)],
    [['MATURITY'], () => maturities(tenant, range, dates)],
    [['RECALL'], () => recalls(tenant, range)],
  ]
  const { kind: wanted } = range
  const rows = all
    .filter(([kinds]) => wanted === undefined || kinds.some((kind) => wanted.includes(kind)))
    .map(([, of]) => of())
  if (dates.notices.length > 0) rows.push(notices(dates))
  if (dates.coupons.length > 0) rows.push(coupons(tenant, dates))
  // Without a WITH: behind one, PostgreSQL computes the cash of each row, also for who only lists them.
  return sql<DueRow>`(${sql.join([NO_ROWS, ...rows], sql` UNION ALL `)})`
}

/** Whether a day is one of the range. */
export const within = (day: Sql, { from, to, overdue }: DueRange): Sql =>
  overdue === true ? sql`${day} <= ${to}` : sql`${day} BETWEEN ${from} AND ${to}`

const withinSeconds = (at: Sql, { from, to, overdue }: DueRange): Sql =>
  sql`${at} < ${secondsOf(to) + DAY_S} ${overdue === true ? sql`` : sql`AND ${at} >= ${secondsOf(from)}`}`

const row = (kind: Sql, day: Sql, cash: Sql, currency = CURRENCY, id = sql`v.delivery_id`): Sql => sql`
  SELECT ${kind} AS kind, ${day} AS day, ${id}, NULL AS workflow_id, NULL AS instrument_id,
    NULL::numeric AS quantity, round(${cash}, 2) AS cash, ${currency} AS currency, NULL AS message_id, NULL AS counterparty`

/** Whatever follows has these columns. */
const NO_ROWS = sql`${row(sql`NULL`, sql`NULL`, sql`NULL::numeric`, sql`NULL`)}
  FROM (SELECT NULL AS delivery_id) v WHERE false`

const ofDelivery = (kind: DueKind, day: Sql, cash: Sql): Sql => row(sql.lit(kind), day, cash)

/** Whether the details are those of a repo that the transfer opens. */
const OPENS_REPO = sql`(v.transfer_type = 'REPO' AND h.details ? 'repo' AND ${IS_OPENING})`

const valueDates = (tenant: Address, range: DueRange): Sql => sql`
  ${ofDelivery('VALUE_DATE', isoDayOf(sql`v.value_date`), signedCash(tenant))}
  ${pendingTransfers(tenant)} AND ${withinSeconds(sql`v.value_date`, range)}
    AND ${OPENS_REPO} IS NOT TRUE AND (h.details ? 'deal' IS TRUE OR (
      SELECT l.end_day FROM open_lots l WHERE l.tenant = ${tenant} AND l.delivery_id = ${openingOf('h')} LIMIT 1) IS NULL)`

const openings = (tenant: Address, range: DueRange): Sql => sql`
  ${ofDelivery('OPENING', PURCHASE_DATE, signedCash(tenant))}
  ${pendingTransfers(tenant)} AND ${OPENS_REPO} AND ${within(PURCHASE_DATE, range)}`

/** Of repos and loans that are open. Their transfers and details are read only for the cash. */
const ends = (tenant: Address, range: DueRange): Sql => {
  const { withoutOverdueEnds, open, ...days } = range
  const details = syncedBy(tenant, sql`h.delivery_id`)
  const cash = sql`CASE WHEN ${IS_REPO} AND NOT ${HAS_EVENTS}
    THEN (SELECT ${repurchaseCash(tenant)} FROM ${details} h CROSS JOIN LATERAL ${viewsBy(sql`h.delivery_id`)} v
      WHERE v.viewer = ${tenant}) END`
  const currency = sql`CASE WHEN ${IS_REPO} THEN (SELECT ${CURRENCY} FROM ${details} h) END`
  const overdue = days.overdue === true && withoutOverdueEnds !== true
  const isEnd = within(sql`l.end_day`, { ...days, overdue })
  const isDue = sql`(${isEnd} ${open === true ? sql`OR l.end_day IS NULL` : sql``})`
  return sql`
    ${row(sql`CASE WHEN ${IS_REPO} THEN 'REPURCHASE' ELSE 'LOAN' END`, END_DAY, cash, currency, sql`h.delivery_id`)}
    ${openDeals(tenant, isDue)}`
}

/** How many open repos and loans should have ended before a day. Their transfers, which take most of the time, are not read. */
export async function countOverdueEnds(db: Queryable, tenant: Address, before: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT l.delivery_id)::int8 AS count FROM open_lots l
    WHERE l.tenant = ${tenant} AND l.end_day < ${before}`.execute(db)
  return rows[0]?.count ?? 0
}

const expiries = (tenant: Address, range: DueRange): Sql => sql`
  ${row(sql.lit('TRANSFER_EXPIRY'), isoDayOf(sql`v.expires_at`), sql`NULL::numeric`, sql`NULL`)}
  FROM ${pendingViews(tenant)} v WHERE ${withinSeconds(sql`v.expires_at`, range)}`

/** Those that still need a signature, or that nobody has sent. A deadline at midnight ends the day before. */
const proposalExpiries = (tenant: Address, range: DueRange): Sql => {
  const last = sql`((w.batch->>'deadline')::int8 - 1)`
  return sql`
    SELECT 'EXPIRY', ${isoDayOf(last)}, NULL, w.id, NULL, NULL, NULL, NULL, NULL, NULL
    FROM workflows w
    WHERE w.tenant = ${tenant} AND (w.state = 'PENDING' OR w.state = 'CONFIRMED' AND w.tx_hash IS NULL)
      AND ${withinSeconds(last, range)}`
}

/** By instrument. */
const held = (tenant: Address): Sql => sql`(
  SELECT s.instrument_id, sum(s.balance) AS balance
  FROM ${positionSources(tenant, { owner: tenant, aggregationType: 'owner' }, undefined)} s GROUP BY s.instrument_id)`

/** The instruments that mature. */
const maturing = (range: DueRange): Sql => {
  const maturity = sql`(n.details ->> 'maturityDate') COLLATE "C"`
  return sql`(
    SELECT n.instrument_id, ${maturity} AS day FROM instrument_details n
    WHERE ${within(maturity, range)} AND n.fingerprint = (
      SELECT x.private_data_fp FROM instruments x WHERE x.instrument_id = n.instrument_id AND ${validAt('x')}))`
}

const maturities = (tenant: Address, range: DueRange, { today }: DueDates): Sql => sql`
  SELECT 'MATURITY', m.day, NULL, NULL, m.instrument_id, s.balance, NULL, NULL, NULL, NULL
  FROM ${maturing(range)} m JOIN ${held(tenant)} s ON s.instrument_id = m.instrument_id
  UNION ALL
  SELECT 'MATURITY', d.day, NULL, NULL, d.instrument_id, d.rest, NULL, NULL, NULL, d.counterparty
  FROM ${inOpenDeals(tenant, maturing(range), today)} d WHERE d.rest < 0`

/**
 * What is outstanding of these instruments on their days, by counterparty: what the tenant gives back, and below zero what it gets back. A
 * deal that ends before has brought it back, unless it is late. OFFSET 0 as in projections/dealRows.ts.
 */
const inOpenDeals = (tenant: Address, instruments: Sql, today: string): Sql => sql`(
  SELECT m.instrument_id, m.day, l.counterparty, sum(l.rest) AS rest
  FROM ${instruments} m
  CROSS JOIN LATERAL (
    SELECT * FROM registries x WHERE x.instrument_id = m.instrument_id AND ${validAt('x')} OFFSET 0) r
  CROSS JOIN LATERAL (
    SELECT * FROM open_lots x WHERE x.tenant = ${tenant} AND x.asset_manager = r.registry_manager
      AND x.asset_id = r.registry_id AND (x.end_day IS NULL OR x.end_day >= m.day OR x.end_day < ${today}) OFFSET 0) l
  WHERE l.rest <> 0
  GROUP BY m.instrument_id, m.day, l.counterparty, l.rest < 0)`

const notices = ({ notices: dates }: DueDates): Sql => {
  const column = (of: (date: DueDates['notices'][number]) => string) => sql`${dates.map(of)}::text[]`
  return sql`
    SELECT t.kind, t.day COLLATE "C", t.id COLLATE "C", NULL, NULL, NULL, NULL, t.currency, NULL, NULL
    FROM unnest(${column(({ kind }) => kind)}, ${column(({ date }) => date)}, ${column(({ deliveryId }) => deliveryId)},
      ${column(({ currency }) => currency)}) t (kind, day, id, currency)`
}

/** Of what is held, and of what is given and received in open deals, each. */
const coupons = (tenant: Address, { coupons: dates, today }: DueDates): Sql => {
  const paying = sql`(SELECT t.id COLLATE "C" AS instrument_id, t.day COLLATE "C" AS day
    FROM unnest(${dates.map(({ instrumentId }) => instrumentId)}::text[], ${dates.map(({ date }) => date)}::text[]) t (id, day))`
  const row = (quantity: Sql, counterparty: Sql) =>
    sql`SELECT 'COUPON', q.day, NULL, NULL, q.instrument_id, ${quantity}, NULL, NULL, NULL, ${counterparty}`
  return sql`
    ${row(sql`s.balance`, sql`NULL`)} FROM ${paying} q JOIN ${held(tenant)} s ON s.instrument_id = q.instrument_id
    UNION ALL ${row(sql`q.rest`, sql`q.counterparty`)} FROM ${inOpenDeals(tenant, paying, today)} q`
}

/** Those that nobody has declined, withdrawn or met. */
const recalls = (tenant: Address, range: DueRange): Sql => {
  const dayOf = (record: string) => sql`(${sql.ref(`${record}.data`)} #>> '{message,date}') COLLATE "C"`
  const isDue = sql`x.type = 'RECALL' AND ${within(dayOf('x'), range)}`
  return sql`
    SELECT 'RECALL', ${dayOf('r')}, v.delivery_id, NULL, NULL, NULL, NULL, NULL, r.fingerprint, NULL
    ${requestsOnOpenDeals(tenant, isDue)} AND s.state IN ('OPEN', 'AGREED')`
}
