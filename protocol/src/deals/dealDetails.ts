// The private details of a delivery that opens a deal or changes it. No call takes the fields of deals yet: `DeliveryDetails` in
// entities/delivery.ts is what servers exchange today, and every one of those is one of these.
import * as z from 'zod/mini'
import { Bytes32, DeliveryId } from '../scalars.ts'
import { Cash, Currency } from './cash.ts'
import { DealEvent } from './dealEvent.ts'
import { LoanTerms, MarginTerms } from './loanTerms.ts'
import { RepoTerms } from './repoTerms.ts'

/**
 * A delivery's private details. The fingerprint binds every field that is present (`canonicalJson`), so a field that is absent
 * leaves it as it was before that field existed. `DealEvent` allows one order for each list.
 */
export const DealDetails = z
  .object({
    salt: Bytes32,
    description: z.string().check(z.minLength(1), z.maxLength(500)),
    cashQuantity: z.optional(Cash),
    cashCurrency: z.optional(Currency),
    cashInstrument: z.optional(z.string().check(z.maxLength(100))),
    repo: z.optional(RepoTerms),
    /** Of an event of a deal, its closing among them: the delivery that opened it. Without `deal`: everything goes back. */
    openingDeliveryId: z.optional(DeliveryId),
    /** Of an event of a deal: what it does. */
    deal: z.optional(DealEvent),
    /** Of an opening: the terms of a securities loan. */
    loan: z.optional(LoanTerms),
    /** Of an opening: what covers it, and how. */
    margin: z.optional(MarginTerms),
    /** The creator's own id of the trade. */
    reference: z.optional(
      z
        .string()
        .check(
          z.minLength(1, 'A reference has at least one character.'),
          z.maxLength(35, 'A reference has at most 35 characters.'),
        ),
    ),
  })
  .check(
    z.refine(({ deal, openingDeliveryId }) => deal === undefined || openingDeliveryId !== undefined, {
      path: ['openingDeliveryId'],
      error: 'An event of a deal names the delivery that opened it.',
    }),
    z.refine(({ loan, margin, openingDeliveryId }) => openingDeliveryId === undefined || !(loan ?? margin), {
      path: ['openingDeliveryId'],
      error: 'Terms of a loan and of margin belong to the opening; an amendment changes them.',
    }),
    z.refine(({ repo, loan }) => repo === undefined || loan === undefined, {
      path: ['loan'],
      error: 'A delivery opens a repo or a loan, not both.',
    }),
  )
export type DealDetails = z.infer<typeof DealDetails>
