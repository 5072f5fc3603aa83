// What quantities count, in SQL and in sums: see protocol's `unitOf`.
import type { CashFlow, Currency, Quantity, Unit, UnitSum } from '@connex/protocol'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { validAt } from '../projections/validAt.ts'

/** protocol's `unitOf` of the instrument `i` with its details `n`, or none; a test compares the two. */
export const UNIT = sql<Unit>`CASE
  WHEN coalesce(n.details->>'priceQuotation' = 'PRICE_PER_UNIT', i.type = 'FUND') THEN 'UNITS'
  ELSE coalesce(n.details->>'issueCurrency', 'NOMINAL') END`

/** What is shown of an instrument. The label and the unit come from details with the ledger's fingerprint. */
export type InstrumentTerms = {
  instrument_id: string
  identifier: string
  decimals: number
  label: string | null
  unit: Unit
}

/** A derived table of all instruments. */
export const instrumentTerms = (block?: number): RawBuilder<InstrumentTerms> =>
  sql<InstrumentTerms>`(
    SELECT i.instrument_id, i.identifier, i.decimals, n.details->>'label' AS label, ${UNIT} AS unit
    FROM instruments i
    LEFT JOIN instrument_details n ON n.instrument_id = i.instrument_id AND n.fingerprint = i.private_data_fp
    WHERE ${validAt('i', block)})`

type Quantified = { unit: Unit; decimals: number; quantity: string }

/**
 * One sum for each unit, in its most exact decimals.
 *
 * @example
 * sumByUnit([{ unit: 'EUR', decimals: 0, quantity: '5' }, { unit: 'EUR', decimals: 2, quantity: '25' }])
 * // [{ unit: 'EUR', decimals: 2, quantity: '525' }]
 */
export function sumByUnit(rows: readonly Quantified[]): UnitSum[] {
  const units = [...new Set(rows.map(({ unit }) => unit))].toSorted()
  return units.map((unit) => {
    const parts = rows.filter((row) => row.unit === unit)
    const decimals = Math.max(...parts.map((part) => part.decimals))
    return { unit, decimals, quantity: sumScaled(parts, decimals) }
  })
}

/** `sumScaled([{ decimals: 0, quantity: '5' }, { decimals: 1, quantity: '1' }], 1)` → '51' */
export const sumScaled = (parts: readonly Omit<Quantified, 'unit'>[], decimals: number): Quantity =>
  parts
    .reduce((sum, part) => sum + BigInt(part.quantity) * 10n ** BigInt(decimals - part.decimals), 0n)
    .toString() as Quantity

export type CashRow = { currency: Currency; incoming: string | null; outgoing: string | null }

/** The columns of a `CashRow` over signed amounts, of which the incoming are above zero. `cashFlow(sql`r.cash`)` */
export const cashFlow = (amount: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(coalesce(sum(${amount}) FILTER (WHERE ${amount} > 0), 0)::numeric(100, 2))::text AS incoming,
    (coalesce(-sum(${amount}) FILTER (WHERE ${amount} < 0), 0)::numeric(100, 2))::text AS outgoing`

export const toCashFlow = ({ currency, incoming, outgoing }: CashRow): CashFlow => ({
  currency,
  incoming: incoming ?? '0.00',
  outgoing: outgoing ?? '0.00',
})
