// The sums of listed transfers: what they deliver and receive by unit, and what they pay by currency.
import type { Address, CallQuery, Paging, TransferTotals, Unit } from '@connex/protocol'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from '../engine/database.ts'
import { blockAt } from '../lists/asOf.ts'
import { cashFlow, instrumentTerms, sumByUnit, toCashFlow } from '../lists/units.ts'
import type { CashRow } from '../lists/units.ts'
import { selectListed } from '../queries/transfers.ts'
import { CURRENCY, signedCash, withDetails } from './deals.ts'

export type AssetRow = { side: 'deliver' | 'receive'; unit: Unit; decimals: number; quantity: string }

/** Takes the list's query; its page is of no meaning. */
export async function sumTransfers(
  db: Queryable,
  tenant: Address,
  filters: CallQuery<'transfers'>,
  paging: Paging,
): Promise<TransferTotals> {
  const block = await blockAt(db, filters)
  const listed = selectListed(db, tenant, filters, paging, block)
  const [assets, cash] = await Promise.all([
    sql<AssetRow>`WITH v AS MATERIALIZED (${listed}) ${sumsOfAssets(block)}`.execute(db),
    sql<CashRow>`WITH v AS MATERIALIZED (${listed}) ${sumsOfCash(tenant)}`.execute(db),
  ])
  const of = (side: AssetRow['side']) => sumByUnit(assets.rows.filter((row) => row.side === side))
  return { delivered: of('deliver'), received: of('receive'), cash: cash.rows.map(toCashFlow) }
}

/** `AssetRow`s of the views `v`: what a table shows as delivered and received. */
function sumsOfAssets(block: number | undefined): RawBuilder<unknown> {
  const shown = (side: AssetRow['side']) => sql`
    SELECT ${sql.lit(side)} AS side, ${sql.ref(`v.${side}_instrument_id`)} AS instrument_id,
      coalesce(${sql.ref(`v.${side}_decimals`)}, 0) AS decimals, sum(${sql.ref(`v.${side}_quantity`)}) AS quantity
    FROM v WHERE ${sql.ref(`v.${side}_registry_id`)} IS NOT NULL AND ${sql.ref(`v.${side}_quantity`)} IS NOT NULL
    GROUP BY 2, 3`
  return sql`
    SELECT a.side, coalesce(t.unit, 'NOMINAL') AS unit, a.decimals, sum(a.quantity)::text AS quantity
    FROM (${shown('deliver')} UNION ALL ${shown('receive')}) a
    LEFT JOIN ${instrumentTerms(block)} t ON t.instrument_id = a.instrument_id
    GROUP BY 1, 2, 3`
}

/** `CashRow`s of the views `v`. */
const sumsOfCash = (tenant: Address): RawBuilder<unknown> => sql`
  SELECT r.currency, ${cashFlow(sql`r.cash`)}
  FROM (SELECT ${signedCash(tenant)} AS cash, ${CURRENCY} AS currency
    FROM v ${withDetails(tenant)} WHERE v.transfer_type = 'REPO') r
  WHERE r.cash IS NOT NULL GROUP BY r.currency ORDER BY r.currency`
