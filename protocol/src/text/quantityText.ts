// Quantities are whole numbers of an instrument's smallest unit. What a user reads and types has its decimals and
// grouped thousands; nothing in between is a floating number.

import { CASH_DECIMALS } from '../product.ts'

const group = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ',')

/** `formatQuantity('4120000050', 2)` → '41,200,000.50' */
export function formatQuantity(units: bigint | string, decimals: number): string {
  const value = BigInt(units)
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const whole = group(digits.slice(0, digits.length - decimals))
  const sign = value < 0n ? '−' : ''
  return decimals === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-decimals)}`
}

export type QuantityFault = 'missing' | 'malformed' | 'tooPrecise' | 'notPositive'
export type ParsedQuantity = { units: bigint; fault?: never } | { units?: never; fault: QuantityFault }

/**
 * `parseQuantity('1,000.5', 2)` → units 100050n. A comma, a space or an apostrophe only groups thousands: '1,5' is
 * refused, since it may mean either of two things. So is '1.500' for an instrument with fewer decimals, which
 * half of Europe writes for 1,500.
 */
export function parseQuantity(text: string, decimals: number): ParsedQuantity {
  const typed = text.trim()
  if (typed === '') return { fault: 'missing' }
  const match = /^(\d{1,3}(?:[,'’\s]\d{3})+|\d+)(?:\.(\d*))?$/.exec(typed)
  if (match === null || typed.length > 60) return { fault: 'malformed' }
  const [, whole = '', fraction = ''] = match
  const isGroupLike = /^[1-9]\d{0,2}$/.test(whole) && fraction.length === 3 && decimals < 3
  if (isGroupLike || fraction.replace(/0+$/, '').length > decimals) return { fault: 'tooPrecise' }
  const units = BigInt(whole.replace(/\D/g, '') + fraction.slice(0, decimals).padEnd(decimals, '0'))
  return units === 0n ? { fault: 'notPositive' } : { units }
}

/** `formatCash('24650000.00', 'EUR')` → 'EUR 24,650,000.00'; with '' as the currency, the number alone. */
export function formatCash(amount: string, currency: string): string {
  const [whole = '0', cents = '00'] = amount.split('.')
  return `${currency} ${group(whole)}.${cents}`.trim()
}

/** What an amount may have before its point. */
const CASH_DIGITS = 18

/** `parseCash('24,650,000')` → cash '24650000.00' */
export function parseCash(
  text: string,
): { cash: string; fault?: never } | { cash?: never; fault: QuantityFault } {
  const { units, fault } = parseQuantity(text, CASH_DECIMALS)
  if (units === undefined) return { fault }
  const digits = units.toString().padStart(CASH_DECIMALS + 1, '0')
  if (digits.length > CASH_DIGITS + CASH_DECIMALS) return { fault: 'malformed' }
  return { cash: `${digits.slice(0, -CASH_DECIMALS)}.${digits.slice(-CASH_DECIMALS)}` }
}
