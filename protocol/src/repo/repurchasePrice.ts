// A repo's arithmetic, exact to the cent: integers all the way (GMRA 2000, 2(ii)–(pp)).
import { cashOf, centsOf } from '../terms/cash.ts'
import type { DayCount, IsoDate, RepoTerms } from '../terms/repoTerms.ts'

const DAY_MS = 86_400_000
/** The days that a year has for interest. The server's SQL counts by it too, and subtracts days itself: node/src/storage/desk/deals.ts. */
export const BASIS: Record<DayCount, bigint> = { 'ACT/360': 360n, 'ACT/365': 365n }

/** Days from and including the purchase date to but excluding the repurchase date. `daysBetween('2026-02-27', '2026-03-02')` → 3 */
export const daysBetween = (purchaseDate: string, repurchaseDate: string): number =>
  (Date.parse(`${repurchaseDate}T00:00:00Z`) - Date.parse(`${purchaseDate}T00:00:00Z`)) / DAY_MS

/**
 * Purchase price + rate × purchase price × days / basis, rounded half up to two decimals.
 *
 * @example
 * repurchasePrice({ purchaseDate: '2026-11-23', purchasePrice: '1000000.00', rate: '2.14', dayCount: 'ACT/360' }, '2026-11-30') // '1000416.11'
 */
export function repurchasePrice(terms: RepoTerms, repurchaseDate = terms.repurchaseDate): string | undefined {
  if (repurchaseDate === undefined) return undefined
  const { purchaseDate: from, rate, dayCount } = terms
  if (repurchaseDate < from) throw new RangeError('the repurchase date lies before the purchase date')
  const principal = centsOf(terms.purchasePrice)
  return cashOf(principal + interestOver([{ from, rate, principal }], dayCount, repurchaseDate))
}

/** A day from which a principal, in cents, bears interest at a rate in percent a year. */
export type RateSegment = { from: IsoDate; rate: string; principal: bigint }

/**
 * Σ principal × rate × days / (100 × basis) in cents, rounded half up once. Days include the first and exclude the last.
 *
 * @example
 * interestOver([{ from: '2026-11-23', rate: '2.14', principal: 10_000_000_00n }], 'ACT/360', '2026-11-30') // 416111n
 */
export function interestOver(segments: readonly RateSegment[], dayCount: DayCount, until: IsoDate): bigint {
  const parts = segments.map(({ from, rate, principal }, index) => {
    const next = segments[index + 1]?.from ?? until
    const days = Math.max(0, daysBetween(from, next < until ? next : until))
    const { units, scale } = decimal(rate)
    return { amount: principal * units * BigInt(days), scale }
  })
  // A decimal has at most twelve places.
  const scale = 10n ** 12n
  const sum = parts.reduce((total, part) => total + (part.amount * scale) / part.scale, 0n)
  return roundHalfUp(sum, scale * 100n * BASIS[dayCount])
}

/** A decimal text as a fraction. `decimal('-0.5')` → { units: -5n, scale: 10n } */
export function decimal(text: string): { units: bigint; scale: bigint } {
  const [whole = '0', fraction = ''] = text.split('.')
  return { units: BigInt(whole + fraction), scale: 10n ** BigInt(fraction.length) }
}

/** The quotient of integers, with half rounded up, towards the greater number. `roundHalfUp(5n, 2n)` → 3n */
export function roundHalfUp(numerator: bigint, divisor: bigint): bigint {
  const doubled = 2n * numerator + divisor
  const quotient = doubled / (2n * divisor)
  return doubled < 0n && doubled % (2n * divisor) !== 0n ? quotient - 1n : quotient
}
