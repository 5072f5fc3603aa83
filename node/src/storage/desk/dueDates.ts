// Dates that SQL does not compute, since they need a calendar of business days or a schedule of coupons. Only deals whose terms have such a
// date, and instruments whose details name coupons, are looked at: both have an index.
import { DEFAULT_CURRENCY } from '@connex/protocol'
import type { Address, Currency, DeliveryId, InstrumentDetails, InstrumentId } from '@connex/protocol'
import {
  calendarIdOf,
  calendarOf,
  COUPON_FIELDS,
  couponDates,
  couponScheduleOf,
  noticeDate,
  TenantCalendar,
} from '@connex/protocol/calendar'
import type { NoticeDate, NoticeTerms } from '@connex/protocol/calendar'
import { sql } from 'kysely'
import type { Queryable } from '../engine/database.ts'
import { validAt } from '../projections/validAt.ts'
import { listTenantRecords } from '../queries/tenantRecords.ts'
import { syncedBy } from './deals.ts'
import type { DueDates, DueRange } from './dueRows.ts'

/** Those within the range, also where it asks for what is overdue: nobody is late with any of them. `today` is a UTC day. */
export async function loadDueDates(
  db: Queryable,
  tenant: Address,
  range: DueRange,
  today: string,
): Promise<DueDates> {
  const isWanted = (...kinds: NonNullable<DueRange['kind']>) =>
    range.kind === undefined || kinds.some((kind) => range.kind?.includes(kind))
  const [notices, coupons] = await Promise.all([
    isWanted('NOTICE', 'EVERGREEN') ? loadNotices(db, tenant, range, today) : [],
    isWanted('COUPON') ? loadCoupons(db, range) : [],
  ])
  return { today, notices: notices.filter(({ kind }) => isWanted(kind)), coupons }
}

type NoticeRow = {
  delivery_id: DeliveryId
  term_type: NoticeTerms['termType']
  end_day: string | null
  notice_days: number
  /** Of a repo's cash. */
  currency: Currency | null
}

async function loadNotices(
  db: Queryable,
  tenant: Address,
  { from, to }: DueRange,
  today: string,
): Promise<DueDates['notices']> {
  const { rows } = await sql<NoticeRow>`
    SELECT l.*, CASE WHEN h.details ? 'repo' THEN coalesce(h.details ->> 'cashCurrency', ${sql.lit(DEFAULT_CURRENCY)}) END
      AS currency
    FROM (
      SELECT DISTINCT x.delivery_id, x.term_type, x.end_day, x.notice_days FROM open_lots x
      WHERE x.tenant = ${tenant} AND x.notice_days > 0 AND x.term_type IN ('EVERGREEN', 'EXTENDABLE')
        AND (x.end_day IS NULL OR x.end_day >= ${from}) OFFSET 0) l
    LEFT JOIN LATERAL ${syncedBy(tenant, sql`l.delivery_id`)} h ON true`.execute(db)
  const calendars = await loadCalendars(db, tenant, rows)
  // Many deals have the same terms.
  const known = new Map<string, NoticeDate | undefined>()
  return rows.flatMap((row) => {
    const { delivery_id: deliveryId, term_type: termType, end_day: endDate, notice_days: noticeDays } = row
    const key = [termType, endDate, noticeDays, row.currency].join()
    if (!known.has(key))
      known.set(
        key,
        noticeDate({ termType, endDate, noticeDays }, today, calendarOf(row.currency, calendars)),
      )
    const found = known.get(key)
    return found === undefined || found.date < from || found.date > to
      ? []
      : [{ ...found, deliveryId, currency: row.currency ?? DEFAULT_CURRENCY }]
  })
}

/** The calendars that the tenant has stored for the currencies of these rows. */
async function loadCalendars(
  db: Queryable,
  tenant: Address,
  rows: readonly Pick<NoticeRow, 'currency'>[],
): Promise<TenantCalendar[]> {
  const currencies = new Set(rows.map(({ currency }) => currency ?? DEFAULT_CURRENCY))
  currencies.delete(DEFAULT_CURRENCY)
  if (currencies.size === 0) return []
  const keys = [...currencies].map(calendarIdOf)
  const { items } = await listTenantRecords(db, tenant, 'TEMPLATE', { keys }, {})
  return items.flatMap(({ data }) => {
    const { data: calendar } = TenantCalendar.safeParse((data as { content: unknown }).content)
    return calendar === undefined ? [] : [calendar]
  })
}

type CouponRow = {
  instrument_id: InstrumentId
  fields: InstrumentDetails['customFields']
  maturity: string
}

/** Of every instrument: the tenant's own are found by the rows that these dates are joined with. */
async function loadCoupons(db: Queryable, { from, to }: DueRange): Promise<DueDates['coupons']> {
  const maturity = sql`(n.details ->> 'maturityDate') COLLATE "C"`
  const named = sql.lit(JSON.stringify([{ name: COUPON_FIELDS.frequency }]))
  const { rows } = await sql<CouponRow>`
    SELECT n.instrument_id, n.details -> 'customFields' AS fields, ${maturity} AS maturity
    FROM instrument_details n
    WHERE n.details -> 'customFields' @> ${named} AND ${maturity} >= ${from} AND EXISTS (
      SELECT 1 FROM instruments x
      WHERE x.instrument_id = n.instrument_id AND x.private_data_fp = n.fingerprint AND ${validAt('x')})`.execute(
    db,
  )
  return rows.flatMap(({ instrument_id: instrumentId, fields: customFields, maturity: maturityDate }) => {
    const schedule = couponScheduleOf({ customFields, maturityDate })
    return schedule === undefined
      ? []
      : couponDates(schedule, from, to).map((date) => ({ instrumentId, date }))
  })
}
