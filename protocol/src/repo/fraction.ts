// Exact fractions: a third of a principal is not a decimal.
import { decimal } from './repurchasePrice.ts'

/** The denominator is above zero, and the two have no common factor. */
export type Fraction = { readonly numerator: bigint; readonly denominator: bigint }

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value)

function commonFactor(one: bigint, other: bigint): bigint {
  let [left, right] = [magnitude(one), magnitude(other)]
  while (right !== 0n) [left, right] = [right, left % right]
  return left
}

/** `fraction(6n, 4n)` → 3/2 */
export function fraction(numerator: bigint, denominator = 1n): Fraction {
  if (denominator === 0n) throw new RangeError('a fraction has a denominator')
  const factor = commonFactor(numerator, denominator) * (denominator < 0n ? -1n : 1n)
  return { numerator: numerator / factor, denominator: denominator / factor }
}

export const ZERO = fraction(0n)

/** A decimal text. `fractionOf('98.5')` → 197/2 */
export function fractionOf(text: string): Fraction {
  const { units, scale } = decimal(text)
  return fraction(units, scale)
}

export const plus = (one: Fraction, other: Fraction): Fraction =>
  fraction(
    one.numerator * other.denominator + other.numerator * one.denominator,
    one.denominator * other.denominator,
  )

const negative = ({ numerator, denominator }: Fraction): Fraction => ({
  numerator: -numerator,
  denominator,
})

export const minus = (one: Fraction, other: Fraction): Fraction => plus(one, negative(other))

export const times = (one: Fraction, other: Fraction): Fraction =>
  fraction(one.numerator * other.numerator, one.denominator * other.denominator)

export const dividedBy = (one: Fraction, other: Fraction): Fraction =>
  fraction(one.numerator * other.denominator, one.denominator * other.numerator)

export const sumOf = (list: readonly Fraction[]): Fraction => list.reduce(plus, ZERO)

/** The smallest multiple of `step` that is not below it. `roundedUp(fraction(7n, 2n), 3n)` → 6n */
export function roundedUp({ numerator, denominator }: Fraction, step = 1n): bigint {
  const divisor = denominator * step
  const quotient = numerator / divisor
  return (numerator > 0n && numerator % divisor !== 0n ? quotient + 1n : quotient) * step
}
