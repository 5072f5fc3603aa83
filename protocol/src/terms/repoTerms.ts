// What the parties of a repo agree on: its days, its price and its rate.
import * as z from 'zod/mini'
import { Cash } from './cash.ts'

/** A decimal number as a string, such as a rate of '2.14'. */
export const Decimal = z
  .string()
  .check(z.regex(/^-?(0|[1-9][0-9]{0,11})(\.[0-9]{1,12})?$/, 'not a decimal number'))
export const IsoDate = z.iso.date()
export type IsoDate = z.infer<typeof IsoDate>

/** How a repo's days are counted; `repurchasePrice.ts` has the basis of each. */
export const DayCount = z.enum(['ACT/360', 'ACT/365'])
export type DayCount = z.infer<typeof DayCount>

export const RepoTerms = z
  .object({
    purchaseDate: IsoDate,
    /** Absent for an open repo; never before the purchase. A new repo ends later, see `isAfterPurchase`. */
    repurchaseDate: z.optional(IsoDate),
    purchasePrice: Cash,
    /** Per cent a year. */
    rate: Decimal,
    dayCount: DayCount,
  })
  .check(
    z.refine(({ purchaseDate, repurchaseDate }) => (repurchaseDate ?? purchaseDate) >= purchaseDate, {
      path: ['repurchaseDate'],
      error: 'before the purchase',
    }),
  )
export type RepoTerms = z.infer<typeof RepoTerms>

/** Whether a repo may end on this day: it lasts at least one day. `isAfterPurchase('2026-11-23', '2026-11-23')` → false */
export const isAfterPurchase = (purchaseDate: string, repurchaseDate: string): boolean =>
  repurchaseDate > purchaseDate
