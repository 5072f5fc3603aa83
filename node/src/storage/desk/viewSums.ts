// The sums of transfers: the assets that they move by unit, and what they pay by currency.
import type { Address, CashFlow, Unit, UnitSum } from '@connex/protocol'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from '../engine/database.ts'
import { cashFlow, instrumentTerms, sumByUnit, toCashFlow } from '../lists/units.ts'
import type { CashRow } from '../lists/units.ts'
import { CURRENCY, HAS_CASH, signedCash, withDetails } from './deals.ts'

type Sql = RawBuilder<unknown>

type Of = { counterparty: Address | null }
type AssetRow = Of & { side: 'deliver' | 'receive'; unit: Unit; decimals: number; quantity: string }

export type ViewSums = { delivered: UnitSum[]; received: UnitSum[]; cash: CashFlow[] }

/** `block`: as of which instruments are described. */
type Summing = { isByCounterparty: boolean; block?: number | undefined }

/**
 * The sums of the views `v`, a derived table: of all of them under null, or by counterparty.
 *
 * @example
 * const sumsOf = await sumViews(db, tenant, sql`(SELECT * FROM transfer_views …)`, { isByCounterparty: true })
 * sumsOf(baltic).delivered // [{ unit: 'EUR', decimals: 2, quantity: '525' }]
 */
export async function sumViews(
  db: Queryable,
  tenant: Address,
  views: Sql,
  { isByCounterparty, block }: Summing,
): Promise<(counterparty: Address | null) => ViewSums> {
  const of = isByCounterparty ? sql`v.counterparty` : sql`NULL::text`
  const [assets, cash] = await Promise.all([
    sumsOfAssets(views, of, block).execute(db),
    sumsOfCash(tenant, views, of).execute(db),
  ])
  return (counterparty) => {
    const own = assets.rows.filter((row) => row.counterparty === counterparty)
    const moved = (side: AssetRow['side']) => sumByUnit(own.filter((row) => row.side === side))
    return {
      delivered: moved('deliver'),
      received: moved('receive'),
      cash: cash.rows.filter((row) => row.counterparty === counterparty).map(toCashFlow),
    }
  }
}

/** What a table shows as delivered and received. Both sides are summed in one pass over the views, and named after it. */
function sumsOfAssets(views: Sql, of: Sql, block: number | undefined): RawBuilder<AssetRow> {
  const sumOf = (side: AssetRow['side']) => sql`
    sum(${sql.ref(`v.${side}_quantity`)}) FILTER (WHERE ${sql.ref(`v.${side}_registry_id`)} IS NOT NULL)
      AS ${sql.ref(`${side}_quantity`)}`
  const shown = (side: AssetRow['side']) => sql`
    SELECT s.counterparty, ${sql.lit(side)} AS side, ${sql.ref(`s.${side}_instrument_id`)} AS instrument_id,
      coalesce(${sql.ref(`s.${side}_decimals`)}, 0) AS decimals, sum(${sql.ref(`s.${side}_quantity`)}) AS quantity
    FROM s WHERE ${sql.ref(`s.${side}_quantity`)} IS NOT NULL GROUP BY 1, 3, 4`
  return sql<AssetRow>`
    WITH s AS MATERIALIZED (
      SELECT ${of} AS counterparty, v.deliver_instrument_id, v.deliver_decimals, v.receive_instrument_id,
        v.receive_decimals, ${sumOf('deliver')}, ${sumOf('receive')}
      FROM ${views} v GROUP BY 1, 2, 3, 4, 5)
    SELECT a.counterparty, a.side, coalesce(t.unit, 'NOMINAL') AS unit, a.decimals, sum(a.quantity)::text AS quantity
    FROM (${shown('deliver')} UNION ALL ${shown('receive')}) a
    LEFT JOIN ${instrumentTerms(block)} t ON t.instrument_id = a.instrument_id
    GROUP BY 1, 2, 3, 4`
}

/** OFFSET 0 has the details of each read once, not once for each use of the amount. */
const sumsOfCash = (tenant: Address, views: Sql, of: Sql): RawBuilder<CashRow & Of> => sql<CashRow & Of>`
  SELECT r.counterparty, r.currency, ${cashFlow(sql`r.cash`)}
  FROM (SELECT ${of} AS counterparty, ${signedCash(tenant)} AS cash, ${CURRENCY} AS currency
    FROM ${views} v ${withDetails(tenant)} WHERE ${HAS_CASH} OFFSET 0) r
  WHERE r.cash IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2`
