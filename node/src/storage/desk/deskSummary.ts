// What a desk asks first: what waits for whom and since when, what falls due, what has changed.
import { cashOf, centsOf } from '@connex/protocol'
import type {
  Address,
  CallQuery,
  CashFlow,
  ChangedTransfers,
  DeliveryId,
  DeskSummary,
  DueDay,
  Seconds,
  WaitingGroup,
} from '@connex/protocol'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from '../engine/database.ts'
import { validAt } from '../projections/validAt.ts'
import { cashFlow, toCashFlow } from '../lists/units.ts'
import type { CashRow } from '../lists/units.ts'
import { IS_YOURS } from '../lists/turnOrder.ts'
import { IS_PENDING, isOwnTransfer } from './deals.ts'
import { loadDealCash } from './dealCash.ts'
import { requestParty, requestsOnOpenDeals } from './dealRequests.ts'
import { loadDueDates } from './dueDates.ts'
import { dayOf } from './dueEvents.ts'
import { countOverdueEnds, dueRows } from './dueRows.ts'

/** Of each change at most so many are named. */
const NEWEST = 20

export async function readDeskSummary(
  db: Queryable,
  tenant: Address,
  { from, to, since }: CallQuery<'deskSummary'>,
): Promise<DeskSummary> {
  const [waiting, requests, due, changes] = await Promise.all([
    readWaiting(db, tenant),
    readRequests(db, tenant),
    readDue(db, tenant, from, to),
    since === undefined ? null : readChanges(db, tenant, since),
  ])
  return { waiting, requests, ...due, changes }
}

async function readWaiting(db: Queryable, tenant: Address): Promise<WaitingGroup[]> {
  const isInvestors = sql`v.state = 'PENDING_COUNTERPARTY'`
  return grouped(
    db,
    sql`
      SELECT CASE WHEN ${IS_YOURS} THEN 'YOU' WHEN ${isInvestors} THEN 'COUNTERPARTY' ELSE 'CUSTODIAN' END AS party,
        CASE WHEN NOT ${IS_YOURS} THEN v.waits_for END AS tenant, v.last_at AS since
      FROM transfer_views v WHERE ${isOwnTransfer(tenant)} AND ${IS_PENDING}`,
  )
}

const readRequests = (db: Queryable, tenant: Address): Promise<WaitingGroup[]> =>
  grouped(
    db,
    sql`
      SELECT ${requestParty(tenant)} AS party, CASE WHEN r.author_tenant = ${tenant} THEN v.counterparty END AS tenant,
        r.created_at AS since
      ${requestsOnOpenDeals(tenant)} AND s.state = 'OPEN'`,
  )

/** The own turn first, then the longest wait. */
async function grouped(db: Queryable, each: RawBuilder<unknown>): Promise<WaitingGroup[]> {
  const { rows } = await sql<WaitingGroup>`
    SELECT w.party, w.tenant, count(*)::int8 AS count, min(w.since) AS since FROM (${each}) w
    GROUP BY w.party, w.tenant
    ORDER BY (w.party = 'YOU') DESC, 4, w.tenant`.execute(db)
  return rows
}

type DueCount = Omit<CashRow, 'currency'> & {
  day: string | null
  currency: CashRow['currency'] | null
  count: number
}

async function readDue(
  db: Queryable,
  tenant: Address,
  from: string,
  to: string,
): Promise<Pick<DeskSummary, 'overdue' | 'due'>> {
  const range = { from, to, overdue: true, withoutOverdueEnds: true }
  const dates = await loadDueDates(db, tenant, range, dayOf())
  const [{ rows }, numOverdueEnds, ofDeals] = await Promise.all([
    sql<DueCount>`
      SELECT CASE WHEN r.day < ${from} THEN NULL ELSE r.day END AS day,
        CASE WHEN r.cash IS NULL THEN NULL ELSE r.currency END AS currency, count(*)::int8 AS count,
        ${cashFlow(sql`r.cash`)}
      FROM ${dueRows(tenant, range, dates)} r
      GROUP BY 1, 2 ORDER BY 1, 2`.execute(db),
    countOverdueEnds(db, tenant, from),
    loadDealCash(db, tenant, { from, to }),
  ])
  const countOf = (counts: readonly DueCount[]) => counts.reduce((sum, { count }) => sum + count, 0)
  const due = [...Map.groupBy(rows, ({ day }) => day)].flatMap(([date, ofDay]): DueDay[] => {
    if (date === null) return []
    const flows = ofDay.flatMap(({ currency, ...flow }) =>
      currency === null ? [] : [toCashFlow({ currency, ...flow })],
    )
    return [{ date, count: countOf(ofDay), cash: addedFlows(flows, ofDeals.get(date) ?? []) }]
  })
  return { overdue: numOverdueEnds + countOf(rows.filter(({ day }) => day === null)), due }
}

/** One flow for each currency, in the order of the currencies' codes. */
function addedFlows(flows: readonly CashFlow[], more: readonly CashFlow[]): CashFlow[] {
  if (more.length === 0) return [...flows]
  const sum = (of: readonly CashFlow[], side: 'incoming' | 'outgoing') =>
    cashOf(of.reduce((total, flow) => total + centsOf(flow[side]), 0n))
  return [...Map.groupBy([...flows, ...more], ({ currency }) => currency)]
    .map(([currency, of]) => ({ currency, incoming: sum(of, 'incoming'), outgoing: sum(of, 'outgoing') }))
    .toSorted((one, other) => (one.currency < other.currency ? -1 : 1))
}

async function readChanges(
  db: Queryable,
  tenant: Address,
  since: Seconds,
): Promise<NonNullable<DeskSummary['changes']>> {
  // Nothing happens to a transfer after its end.
  const closed = (state: 'SETTLED' | 'CANCELED') =>
    readChanged(db, tenant, sql`v.last_at`, sql`v.state = ${state} AND v.last_at >= ${since}`)
  const isCreated = sql`d.creator <> ${tenant} AND v.created_at >= ${since}`
  const [settled, canceled, received, updated] = await Promise.all([
    closed('SETTLED'),
    closed('CANCELED'),
    readChanged(db, tenant, sql`v.created_at`, sql`${isCreated} AND v.last_at >= ${since}`),
    readChanged(
      db,
      tenant,
      sql`v.last_at`,
      sql`${IS_PENDING} AND v.last_at >= ${since} AND NOT (${isCreated}) AND ${hasStepOfOthers(tenant, since)}`,
    ),
  ])
  const times = [settled, canceled, received, updated].flatMap(({ lastAt }) => lastAt ?? [])
  return {
    settled: settled.changed,
    canceled: canceled.changed,
    received: received.changed,
    updated: updated.changed,
    lastAt: times.length === 0 ? null : Math.max(...times),
  }
}

/** Another tenant has confirmed the delivery `d`, or requested to cancel it. */
function hasStepOfOthers(tenant: Address, since: Seconds): RawBuilder<boolean> {
  const exists = (table: 'confirmations' | 'cancel_votes') =>
    sql`EXISTS (SELECT 1 FROM ${sql.table(table)} s
      WHERE s.delivery_id = d.delivery_id AND s.tenant <> ${tenant} AND s.at >= ${since})`
  return sql<boolean>`(${exists('confirmations')} OR ${exists('cancel_votes')})`
}

async function readChanged(
  db: Queryable,
  tenant: Address,
  at: RawBuilder<unknown>,
  isChanged: RawBuilder<unknown>,
): Promise<{ changed: ChangedTransfers; lastAt: Seconds | undefined }> {
  const { rows } = await sql<{ delivery_id: DeliveryId; count: number; at: Seconds }>`
    SELECT v.delivery_id, (count(*) OVER ())::int8 AS count, ${at} AS at
    FROM transfer_views v JOIN deliveries d ON d.delivery_id = v.delivery_id AND ${validAt('d')}
    WHERE ${isOwnTransfer(tenant)} AND ${isChanged}
    ORDER BY ${at} DESC, v.created_block DESC, v.created_log_index DESC LIMIT ${NEWEST}`.execute(db)
  const [last] = rows
  return {
    changed: { count: last?.count ?? 0, newest: rows.map(({ delivery_id: id }) => id) },
    lastAt: last?.at,
  }
}
