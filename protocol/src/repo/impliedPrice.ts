// The price that a repo's cash implies, and the ratio of a loan to its collateral: quotients of integers. There are no
// prices on the ledger, so neither is a market value.
import { CASH_DECIMALS } from '../product.ts'
import { formatQuantity } from '../text/quantityText.ts'
import { centsOf } from '../terms/cash.ts'
import type { Cash, Currency } from '../terms/cash.ts'
import { fraction, fractionOf, minus, times } from './fraction.ts'
import { roundHalfUp } from './repurchasePrice.ts'
import { remainderAfter } from './values.ts'
import type { Unit } from '../entities/unit.ts'

/** A quotient as a decimal text; rounded half up where `isExact` is false. */
export type Ratio = { text: string; isExact: boolean }

const MOST_DECIMALS = 4
const LEAST_DECIMALS = 2

/** Between two and four decimals. `ratioOf(196n, 2n)` → { text: '98.00', isExact: true } */
export function ratioOf(numerator: bigint, denominator: bigint): Ratio {
  const scaled = numerator * 10n ** BigInt(MOST_DECIMALS)
  let units = roundHalfUp(scaled, denominator)
  let decimals = MOST_DECIMALS
  while (decimals > LEAST_DECIMALS && units % 10n === 0n) {
    units /= 10n
    decimals -= 1
  }
  return { text: formatQuantity(units, decimals), isExact: scaled % denominator === 0n }
}

/** A quantity in smallest units, above zero. */
export type Amount = { quantity: bigint; decimals: number; unit: Unit }

/** PERCENT of nominal, with the haircut from nominal, where both have one currency; otherwise cash per unit or per 1 nominal. */
export type ImpliedPrice =
  | { quotation: 'PERCENT'; price: Ratio; haircut: Ratio; isUnusual: boolean }
  | { quotation: 'PER_UNIT'; price: Ratio; unit: Unit }

/**
 * The price of securities against cash. A price below 50% or above 150% of nominal is unusual.
 *
 * @example
 * impliedPrice({ quantity: 100n, decimals: 0, unit: 'EUR' }, '98.00', 'EUR') // 98.00% of nominal, a haircut of 2.00%
 */
export function impliedPrice(
  { quantity, decimals, unit }: Amount,
  cash: Cash,
  currency: Currency,
): ImpliedPrice {
  const numerator = centsOf(cash) * 10n ** BigInt(decimals)
  const denominator = quantity * 10n ** BigInt(CASH_DECIMALS)
  // An issuer that names no currency leaves nothing to compare it with.
  if (unit !== currency && unit !== 'NOMINAL')
    return { quotation: 'PER_UNIT', price: ratioOf(numerator, denominator), unit }
  const percent = numerator * 100n
  return {
    quotation: 'PERCENT',
    price: ratioOf(percent, denominator),
    haircut: ratioOf(100n * denominator - percent, denominator),
    isUnusual: percent < 50n * denominator || percent > 150n * denominator,
  }
}

/** Securities, and the cash that they are sold for. */
export type Sale = { amount: Amount; cash: Cash }

/**
 * Whether a price is more than 50% below or above an earlier one: exactly, and for one instrument and one currency.
 *
 * @example
 * isFarFrom({ amount, cash: '150.01' }, { amount, cash: '100.00' }) // true
 */
export function isFarFrom(sale: Sale, earlier: Sale): boolean {
  // Multiplied by the quantity of the other, the cash compares as the prices do.
  const worth = ({ cash, amount }: Sale, other: Sale) =>
    centsOf(cash) * 10n ** BigInt(amount.decimals) * other.amount.quantity
  const [now, before] = [worth(sale, earlier), worth(earlier, sale)]
  return 2n * now < before || 2n * now > 3n * before
}

/**
 * Collateral in percent of what it covers; undefined where the units differ, since they cannot be compared.
 *
 * @example
 * coverOf({ quantity: 40n, decimals: 0, unit: 'EUR' }, { quantity: 42n, decimals: 0, unit: 'EUR' }) // 105.00
 */
export function coverOf(covered: Amount, collateral: Amount): Ratio | undefined {
  if (!areComparable(covered, collateral)) return undefined
  const scale = (decimals: number) => 10n ** BigInt(decimals)
  return ratioOf(
    100n * collateral.quantity * scale(covered.decimals),
    covered.quantity * scale(collateral.decimals),
  )
}

const areComparable = (one: Amount, other: Amount): boolean =>
  one.unit === other.unit && one.unit !== 'UNITS' && one.unit !== 'NOMINAL'

/**
 * Whether collateral, less its haircut, is less than the agreed ratio of what it covers: exactly, and in nominal. Both in per cent;
 * false where the units differ.
 *
 * @example
 * isBelowRatio({ quantity: 40n, decimals: 0, unit: 'EUR' }, { quantity: 42n, decimals: 0, unit: 'EUR' }, '106') // true
 */
export function isBelowRatio(covered: Amount, collateral: Amount, ratio: string, haircut = '0'): boolean {
  if (!areComparable(covered, collateral)) return false
  const nominal = ({ quantity, decimals }: Amount) => fraction(quantity, 10n ** BigInt(decimals))
  const needed = times(nominal(covered), times(fractionOf(ratio), fraction(1n, 100n)))
  return minus(times(nominal(collateral), remainderAfter(haircut)), needed).numerator < 0n
}
