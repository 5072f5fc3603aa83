// Each counterparty of a desk: what is under way, what is open, and what has gone to and fro.
import type { Address, CallQuery, CounterpartySummary, Page, Paging, Seconds } from '@connex/protocol'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from '../engine/database.ts'
import { validAt } from '../projections/validAt.ts'
import { page } from '../lists/page.ts'
import { END_DAY, IS_PENDING, isOwnTransfer, openDeals } from './deals.ts'
import { dayOf } from './dueEvents.ts'
import { sumViews } from './viewSums.ts'

type Sql = RawBuilder<unknown>

const COUNTS = ['pending', 'openDeals', 'overdueDeals', 'settled', 'canceled'] as const

const rules = {
  sorts: {
    name: 'c.name',
    ...Object.fromEntries(COUNTS.map((name) => [name, `c.${name}`])),
    lastAt: 'c.lastAt',
  },
  quantities: Object.fromEntries(COUNTS.map((name) => [name, sql.ref(`c.${name}`)])),
  defaultSort: 'name',
  search: ['c.name', 'c.counterpartyAddr'],
  unique: ['c.counterpartyAddr'],
}

export async function listCounterparties(
  db: Queryable,
  tenant: Address,
  { since }: CallQuery<'counterparties'>,
  paging: Paging,
): Promise<Page<CounterpartySummary>> {
  const counted = db.selectFrom(counts(tenant, since).as<'c'>(sql.ref('c'))).selectAll()
  const rows = await page(counted, paging, rules)
  const addresses = rows.items.map(({ counterpartyAddr }) => counterpartyAddr)
  if (addresses.length === 0) return { ...rows, items: [] }
  const settled = settledWith(tenant, addresses, since)
  const sumsWith = await sumViews(db, tenant, settled, { isByCounterparty: true })
  return { ...rows, items: rows.items.map((row) => ({ ...row, ...sumsWith(row.counterpartyAddr) })) }
}

type Counts = Omit<CounterpartySummary, 'delivered' | 'received' | 'cash'>

/** What was closed since the moment; everything without one. */
const closedSince = (since: Seconds | undefined): Sql =>
  since === undefined ? sql`true` : sql`v.last_at >= ${since}`

const counts = (tenant: Address, since: Seconds | undefined): RawBuilder<Counts> => sql<Counts>`(
  SELECT g.counterparty AS "counterpartyAddr", coalesce(t.name, '') AS name, g.pending, g.settled, g.canceled,
    coalesce(o.open, 0) AS "openDeals", coalesce(o.overdue, 0) AS "overdueDeals", g.last_at AS "lastAt"
  FROM (
    SELECT v.counterparty,
      (count(*) FILTER (WHERE ${IS_PENDING}))::int8 AS pending,
      (count(*) FILTER (WHERE v.state = 'SETTLED' AND ${closedSince(since)}))::int8 AS settled,
      (count(*) FILTER (WHERE v.state = 'CANCELED' AND ${closedSince(since)}))::int8 AS canceled,
      max(v.last_at) AS last_at
    FROM transfer_views v
    WHERE ${isOwnTransfer(tenant)}
    GROUP BY v.counterparty) g
  LEFT JOIN tenants t ON t.address = g.counterparty AND ${validAt('t')}
  LEFT JOIN (
    SELECT h.counterparty, count(*)::int8 AS open,
      (count(*) FILTER (WHERE ${END_DAY} < ${dayOf()}))::int8 AS overdue
    ${openDeals(tenant)} GROUP BY h.counterparty) o ON o.counterparty = g.counterparty)`

/** The views of settled transfers with these tenants. */
const settledWith = (tenant: Address, addresses: readonly Address[], since: Seconds | undefined): Sql => sql`
  (SELECT * FROM transfer_views v WHERE ${isOwnTransfer(tenant)} AND v.state = 'SETTLED' AND ${closedSince(since)}
    AND v.counterparty IN (${sql.join(addresses)}))`
