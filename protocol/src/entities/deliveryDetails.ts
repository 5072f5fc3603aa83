// The private data of a delivery: never on the ledger, kept by the parties' servers, bound by its fingerprint.
import * as z from 'zod/mini'
import { Bytes32, DeliveryId } from '../scalars.ts'

/** A decimal number as a string, such as a rate of '2.14'. */
const Decimal = z.string().check(z.regex(/^-?(0|[1-9][0-9]{0,11})(\.[0-9]{1,12})?$/, 'not a decimal number'))
const IsoDate = z.iso.date()
export const Cash = z
  .string()
  .check(z.regex(/^(0|[1-9][0-9]{0,17})\.[0-9]{2}$/, 'not an amount with two decimals'))

// 'NKK' is the specification's spelling.
export const Currency = z.enum(['EUR', 'USD', 'GBP', 'CHF', 'JPY', 'SEK', 'NKK', 'DKK'])
export type Currency = z.infer<typeof Currency>

export const RepoTerms = z
  .object({
    purchaseDate: IsoDate,
    /** Absent for an open repo; never before the purchase. */
    repurchaseDate: z.optional(IsoDate),
    purchasePrice: Cash,
    /** Per cent a year. */
    rate: Decimal,
    dayCount: z.enum(['ACT/360', 'ACT/365']),
  })
  .check(
    z.refine(({ purchaseDate, repurchaseDate }) => (repurchaseDate ?? purchaseDate) >= purchaseDate, {
      path: ['repurchaseDate'],
      error: 'before the purchase',
    }),
  )
export type RepoTerms = z.infer<typeof RepoTerms>

export const DeliveryDetails = z.object({
  salt: Bytes32,
  description: z.string().check(z.minLength(1), z.maxLength(500)),
  cashQuantity: z.optional(Cash),
  cashCurrency: z.optional(Currency),
  cashInstrument: z.optional(z.string().check(z.maxLength(100))),
  repo: z.optional(RepoTerms),
  /** Of a closing: the delivery that it closes. */
  openingDeliveryId: z.optional(DeliveryId),
})
export type DeliveryDetails = z.infer<typeof DeliveryDetails>

/** SYNCED: the fingerprint equals the ledger's. Anything else is shown, and never used. */
export const DetailsStatus = z.enum(['PENDING', 'SYNCED', 'FINGERPRINT_MISMATCH'])
export type DetailsStatus = z.infer<typeof DetailsStatus>
