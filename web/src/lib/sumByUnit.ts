// Sums of what a user looks at or has selected, exact to the last digit.

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
