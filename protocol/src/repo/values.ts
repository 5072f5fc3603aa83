// What securities are worth: market value, and what is left of it after the haircut. Exact until it is shown.
import { roundHalfUp } from './repurchasePrice.ts'
import type { PriceUsed } from '../terms/dealEvent.ts'
import { dividedBy, fraction, fractionOf, minus, plus, roundedUp, times } from './fraction.ts'
import type { Fraction } from './fraction.ts'

const HUNDRED = fraction(100n)
const ONE = fraction(1n)

/** What is known of an asset, for its quantities. */
type HasDecimals = { decimals: number }

/** Smallest units as the quantity that a reader sees. */
export const nominalOf = (units: bigint, asset: HasDecimals | undefined): Fraction =>
  fraction(units, 10n ** BigInt(asset?.decimals ?? 0))

/** Clean price and accrued interest, for 100 of the quantity. */
export const dirtyPrice = ({ clean, accrued }: Pick<PriceUsed, 'clean' | 'accrued'>): Fraction =>
  plus(fractionOf(clean), fractionOf(accrued))

type Priced = Pick<PriceUsed, 'clean' | 'accrued'>

/** A price for one as a price for 100. `perHundred('26.875')` → '2687.5' */
export function perHundred(text: string): string {
  const [whole = '0', fraction = ''] = text.split('.')
  const digits = `${whole}${fraction.slice(0, 2).padEnd(2, '0')}`.replace(/^(-?)0+(?=\d)/, '$1')
  const rest = fraction.slice(2)
  return rest === '' ? digits : `${digits}.${rest}`
}

/** In units of the currency. `marketValue(10_000_000n, { decimals: 0 }, { clean: '97.1', accrued: '0.82' })` → 9,792,000 */
export const marketValue = (units: bigint, asset: HasDecimals, price: Priced): Fraction =>
  times(nominalOf(units, asset), dividedBy(dirtyPrice(price), HUNDRED))

/** What a haircut, in percent, leaves of each unit of value. `remainderAfter('1')` → 99/100 */
export const remainderAfter = (haircut: string): Fraction =>
  minus(ONE, dividedBy(fractionOf(haircut), HUNDRED))

/** A value in cents, half rounded up. */
export const centsRounded = (value: Fraction): bigint => {
  const { numerator, denominator } = times(value, HUNDRED)
  return roundHalfUp(numerator, denominator)
}

/** A value in cents, rounded up: what is short is never shown too low. */
export const centsRoundedUp = (value: Fraction): bigint => roundedUp(times(value, HUNDRED))

export type Needed = {
  asset: HasDecimals
  price: Priced
  /** In percent. */
  haircut: string
  /** Smallest units; the quantity is a multiple of it. */
  denomination?: bigint | undefined
}

/**
 * The smallest quantity whose adjusted value covers what is needed, in smallest units: need / (dirty / 100 × (1 − haircut)), rounded up
 * to the denomination.
 *
 * @example
 * quantityFor(fractionOf('9974250'), { asset: { decimals: 0 }, price: { clean: '98.5', accrued: '0' }, haircut: '1', denomination: 1000n })
 * // 10_229_000n: 10,228,426.396… rounded up
 */
export function quantityFor(need: Fraction, { asset, price, haircut, denomination = 1n }: Needed): bigint {
  const each = times(marketValue(1n, asset, price), remainderAfter(haircut))
  if (each.numerator <= 0n) throw new RangeError('a price is above zero')
  return need.numerator <= 0n ? 0n : roundedUp(dividedBy(need, each), denomination)
}
