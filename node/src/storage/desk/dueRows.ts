// What falls due, as rows: one a pending transfer, an open deal, a recall, a proposal, an instrument that matures.
import type { Address, Currency, DeliveryId, DueKind, Fingerprint, InstrumentId } from '@connex/protocol'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { validAt } from '../projections/validAt.ts'
import { positionSources } from '../queries/positionSources.ts'
import { openingOf } from '../projections/dealRows.ts'
import {
  CURRENCY,
  END_DAY,
  HAS_EVENTS,
  IS_OPENING,
  openDeals,
  pendingTransfers,
  PURCHASE_DATE,
  repurchaseCash,
  signedCash,
  syncedBy,
} from './deals.ts'
import { requestsOnOpenDeals } from './dealRequests.ts'

type Sql = RawBuilder<unknown>

/**
 * Both days count. `overdue`: also what was due before. `isOverdueCounted`: overdue repos are only counted, so their cash, which takes
 * most of the time, is left out. `open`: also deals without a date.
 */
export type DueRange = {
  from: string
  to: string
  overdue?: boolean | undefined
  isOverdueCounted?: boolean | undefined
  open?: boolean | undefined
}

export type DueRow = {
  kind: DueKind
  day: string | null
  delivery_id: DeliveryId | null
  workflow_id: string | null
  message_id: Fingerprint | null
  instrument_id: InstrumentId | null
  /** Of an instrument that matures. */
  quantity: string | null
  /** Above zero if it comes in. */
  cash: string | null
  currency: Currency | null
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
export function dueRows(tenant: Address, range: DueRange): RawBuilder<DueRow> {
  const rows = [
    valueDates(tenant, range),
    openings(tenant, range),
    ends(tenant, range),
    expiries(tenant, range),
    proposalExpiries(tenant, range),
    maturities(tenant, range),
    recalls(tenant, range),
  ]
  return sql<DueRow>`(${sql.join(rows, sql` UNION ALL `)})`
}

/** Whether a day is one of the range. */
export const within = (day: Sql, { from, to, overdue }: DueRange): Sql =>
  overdue === true ? sql`${day} <= ${to}` : sql`${day} BETWEEN ${from} AND ${to}`

const withinSeconds = (at: Sql, { from, to, overdue }: DueRange): Sql =>
  sql`${at} < ${secondsOf(to) + DAY_S} ${overdue === true ? sql`` : sql`AND ${at} >= ${secondsOf(from)}`}`

const row = (kind: Sql, day: Sql, cash: Sql, currency = CURRENCY): Sql => sql`
  SELECT ${kind} AS kind, ${day} AS day, v.delivery_id, NULL AS workflow_id, NULL AS instrument_id,
    NULL::numeric AS quantity, round(${cash}, 2) AS cash, ${currency} AS currency, NULL AS message_id`

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

/** Of repos and loans that are open. Their details are read only for the cash. */
const ends = (tenant: Address, range: DueRange): Sql => {
  const isRepo = sql`v.transfer_type = 'REPO'`
  const isCounted = range.isOverdueCounted === true ? sql`${END_DAY} < ${range.from}` : sql`false`
  const details = syncedBy(tenant, sql`v.delivery_id`)
  const cash = sql`CASE WHEN ${isRepo} AND NOT (${isCounted}) AND NOT ${HAS_EVENTS}
    THEN (SELECT ${repurchaseCash(tenant)} FROM ${details} h) END`
  const currency = sql`CASE WHEN ${isRepo} THEN (SELECT ${CURRENCY} FROM ${details} h) END`
  const isDue = sql`(${within(sql`l.end_day`, range)} ${range.open === true ? sql`OR l.end_day IS NULL` : sql``})`
  return sql`
    ${row(sql`CASE WHEN ${isRepo} THEN 'REPURCHASE' ELSE 'LOAN' END`, END_DAY, cash, currency)}
    ${openDeals(tenant, isDue)}`
}

const expiries = (tenant: Address, range: DueRange): Sql => sql`
  ${ofDelivery('TRANSFER_EXPIRY', isoDayOf(sql`v.expires_at`), sql`NULL::numeric`)}
  ${pendingTransfers(tenant)} AND ${withinSeconds(sql`v.expires_at`, range)}`

/** Those that still need a signature, or that nobody has sent. */
const proposalExpiries = (tenant: Address, range: DueRange): Sql => {
  const deadline = sql`(w.batch->>'deadline')::int8`
  return sql`
    SELECT 'EXPIRY', ${isoDayOf(deadline)}, NULL, w.id, NULL, NULL, NULL, NULL, NULL
    FROM workflows w
    WHERE w.tenant = ${tenant} AND (w.state = 'PENDING' OR w.state = 'CONFIRMED' AND w.tx_hash IS NULL)
      AND ${withinSeconds(deadline, range)}`
}

const maturities = (tenant: Address, range: DueRange): Sql => {
  const maturity = sql`(n.details->>'maturityDate') COLLATE "C"`
  const held = positionSources(tenant, { owner: tenant, aggregationType: 'owner' }, undefined)
  return sql`
    SELECT 'MATURITY', min(${maturity}), NULL, NULL, s.instrument_id, sum(s.balance), NULL, NULL, NULL
    FROM ${held} s
    CROSS JOIN LATERAL (
      SELECT * FROM instruments x WHERE x.instrument_id = s.instrument_id AND ${validAt('x')} OFFSET 0) i
    JOIN instrument_details n ON n.instrument_id = i.instrument_id AND n.fingerprint = i.private_data_fp
    WHERE ${within(maturity, range)}
    GROUP BY s.instrument_id`
}

/** Those that nobody has declined, withdrawn or met. */
const recalls = (tenant: Address, range: DueRange): Sql => {
  const dayOf = (record: string) => sql`(${sql.ref(`${record}.data`)} #>> '{message,date}') COLLATE "C"`
  const isDue = sql`x.type = 'RECALL' AND ${within(dayOf('x'), range)}`
  return sql`
    SELECT 'RECALL', ${dayOf('r')}, v.delivery_id, NULL, NULL, NULL, NULL, NULL, r.fingerprint
    ${requestsOnOpenDeals(tenant, isDue)} AND s.state IN ('OPEN', 'AGREED')`
}
