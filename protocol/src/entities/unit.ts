// What a quantity of an instrument counts. Quantities of different units are never added up.
import * as z from 'zod/mini'
import { Currency } from '../terms/cash.ts'
import type { InstrumentDetails, InstrumentType } from './instrument.ts'

/** Nominal in a currency; NOMINAL: nominal in a currency that the issuer does not name; UNITS: shares of a fund and the like. */
export const Unit = z.enum([...Currency.options, 'NOMINAL', 'UNITS'])
export type Unit = z.infer<typeof Unit>

type Terms = Partial<Pick<InstrumentDetails, 'priceQuotation' | 'issueCurrency'>>

/**
 * By the issuer's own terms; where the details are not known, by the type.
 *
 * @example
 * unitOf('BOND', { priceQuotation: 'PRICE_IN_PERCENT', issueCurrency: 'EUR' }) // 'EUR'
 * unitOf('FUND') // 'UNITS'
 */
export function unitOf(type: InstrumentType, { priceQuotation, issueCurrency }: Terms = {}): Unit {
  const isCounted = priceQuotation === undefined ? type === 'FUND' : priceQuotation === 'PRICE_PER_UNIT'
  return isCounted ? 'UNITS' : (issueCurrency ?? 'NOMINAL')
}

/** A sum of quantities, which may have more digits than any of them. */
export const QuantitySum = z
  .string()
  .check(z.regex(/^(0|[1-9][0-9]{0,99})$/, 'not a whole quantity'))
  .brand<'Quantity'>()

/** A sum over instruments of one unit. `decimals` is the most that any of them has. */
export const unitSum = { unit: Unit, decimals: z.number(), quantity: QuantitySum }
export const UnitSum = z.object(unitSum)
export type UnitSum = z.infer<typeof UnitSum>
