// Sums of what a user looks at or has selected, exact to the last digit.
import { CASH_DECIMALS } from '@connex/protocol'
import { formatQuantity } from './format.ts'

export type Amount = { unit: string; decimals: number; quantity: bigint }

/**
 * One sum for each unit, never across units, of as many decimals as any of its quantities.
 *
 * @example
 * sumByUnit([{ unit: 'EUR', decimals: 0, quantity: 3n }, { unit: 'EUR', decimals: 2, quantity: 50n }])
 * // [{ unit: 'EUR', decimals: 2, quantity: 350n }]
 */
export function sumByUnit(amounts: readonly Amount[]): Amount[] {
  return [...Map.groupBy(amounts, ({ unit }) => unit)].map(([unit, members]) => {
    const decimals = Math.max(...members.map((one) => one.decimals))
    const quantity = members.reduce(
      (sum, one) => sum + one.quantity * 10n ** BigInt(decimals - one.decimals),
      0n,
    )
    return { unit, decimals, quantity }
  })
}

/** 'EUR 1,000.00' of cash, '1,000.00 EUR nominal' of securities. */
export const amountText = ({ unit, decimals, quantity }: Amount): string =>
  decimals === CASH_DECIMALS && /^[A-Z]{3}$/.test(unit)
    ? `${unit} ${formatQuantity(quantity, decimals)}`
    : `${formatQuantity(quantity, decimals)} ${unit}`
