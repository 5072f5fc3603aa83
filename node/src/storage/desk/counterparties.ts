// Each counterparty of a desk: what is under way, what is open, and what has gone to and fro.
import type { Address, CallQuery, CounterpartySummary, Page, Paging, Seconds } from '@connex/protocol'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from '../engine/database.ts'
import { validAt } from '../lists/asOf.ts'
import { page } from '../lists/page.ts'
import { cashFlow, instrumentTerms, sumByUnit, toCashFlow } from '../lists/units.ts'
import type { CashRow } from '../lists/units.ts'
import {
  CURRENCY,
  IS_PENDING,
  isOwnTransfer,
  openDeals,
  REPURCHASE_DATE,
  signedCash,
  withDetails,
} from './deals.ts'
import { dayOf } from './dueEvents.ts'
import type { AssetRow } from './transferTotals.ts'

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
  const [assets, cash] = await Promise.all([readAssets(db, settled), readCash(db, tenant, settled)])
  const items = rows.items.map((row) => {
    const isOf = ({ counterparty }: Of) => counterparty === row.counterpartyAddr
    const moved = (side: AssetRow['side']) =>
      sumByUnit(assets.filter((asset) => isOf(asset) && asset.side === side))
    return {
      ...row,
      delivered: moved('deliver'),
      received: moved('receive'),
      cash: cash.filter(isOf).map(toCashFlow),
    }
  })
  return { ...rows, items }
}

type Counts = Omit<CounterpartySummary, 'delivered' | 'received' | 'cash'>
type Of = { counterparty: Address }

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
    SELECT v.counterparty, count(*)::int8 AS open,
      (count(*) FILTER (WHERE ${REPURCHASE_DATE} < ${dayOf()}))::int8 AS overdue
    ${openDeals(tenant)} GROUP BY v.counterparty) o ON o.counterparty = g.counterparty)`

/** The settled transfers `v` with these tenants. */
const settledWith = (tenant: Address, addresses: readonly Address[], since: Seconds | undefined): Sql => sql`
  (SELECT * FROM transfer_views v WHERE ${isOwnTransfer(tenant)} AND v.state = 'SETTLED' AND ${closedSince(since)}
    AND v.counterparty IN (${sql.join(addresses)})) v`

async function readAssets(db: Queryable, settled: Sql): Promise<(AssetRow & Of)[]> {
  const moved = (side: AssetRow['side']) => sql`
    SELECT v.counterparty, ${sql.lit(side)} AS side, ${sql.ref(`v.${side}_instrument_id`)} AS instrument_id,
      coalesce(${sql.ref(`v.${side}_decimals`)}, 0) AS decimals, sum(${sql.ref(`v.${side}_quantity`)}) AS quantity
    FROM ${settled} WHERE ${sql.ref(`v.${side}_registry_id`)} IS NOT NULL GROUP BY 1, 3, 4`
  const { rows } = await sql<AssetRow & Of>`
    SELECT a.counterparty, a.side, coalesce(t.unit, 'NOMINAL') AS unit, a.decimals, sum(a.quantity)::text AS quantity
    FROM (${moved('deliver')} UNION ALL ${moved('receive')}) a
    LEFT JOIN ${instrumentTerms()} t ON t.instrument_id = a.instrument_id
    GROUP BY 1, 2, 3, 4`.execute(db)
  return rows
}

async function readCash(db: Queryable, tenant: Address, settled: Sql): Promise<(CashRow & Of)[]> {
  const { rows } = await sql<CashRow & Of>`
    SELECT r.counterparty, r.currency, ${cashFlow(sql`r.cash`)}
    FROM (SELECT v.counterparty, ${signedCash(tenant)} AS cash, ${CURRENCY} AS currency
      FROM ${settled} ${withDetails(tenant)} WHERE v.transfer_type = 'REPO') r
    WHERE r.cash IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2`.execute(db)
  return rows
}
