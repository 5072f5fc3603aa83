// Documented cash: the amount and the currency of a payment outside the ledger.
import * as z from 'zod/mini'

/** An amount with two decimals, such as '2018800.00'. */
export const Cash = z
  .string()
  .check(z.regex(/^(0|[1-9][0-9]{0,17})\.[0-9]{2}$/, 'not an amount with two decimals'))
export type Cash = z.infer<typeof Cash>

// 'NKK' is the specification's spelling.
export const Currency = z.enum(['EUR', 'USD', 'GBP', 'CHF', 'JPY', 'SEK', 'NKK', 'DKK'])
export type Currency = z.infer<typeof Currency>

/** A sum of amounts, which may have more digits than any of them. */
const CashSum = z
  .string()
  .check(z.regex(/^(0|[1-9][0-9]{0,59})\.[0-9]{2}$/, 'not an amount with two decimals'))

/** Documented cash of one currency, in and out. */
export const CashFlow = z.object({ currency: Currency, incoming: CashSum, outgoing: CashSum })
export type CashFlow = z.infer<typeof CashFlow>

/** `centsOf('-972.22')` → −97222n */
export const centsOf = (cash: string): bigint => BigInt(cash.replace('.', ''))

/** `cashOf(-97222n)` → '-972.22' */
export function cashOf(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
