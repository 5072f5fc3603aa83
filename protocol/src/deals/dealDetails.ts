// The private details of a delivery, with the fields of an opening and of the events of its deal.
import * as z from 'zod/mini'
import { DeliveryDetails } from '../entities/delivery.ts'
import { DealEvent } from '../terms/dealEvent.ts'
import type { CheckedDetails } from '../fingerprint.ts'
import { LoanTerms, MarginTerms } from '../terms/loanTerms.ts'

/** The creator's own id of the trade. */
export const TradeReference = z
  .string()
  .check(
    z.minLength(1, 'A reference has at least one character.'),
    z.maxLength(35, 'A reference has at most 35 characters.'),
  )

/**
 * A delivery's private details. The fingerprint binds every field that is present (`canonicalJson`), so a field that is absent
 * leaves it as it was before that field existed. `DealEvent` allows one order for each list. `openingDeliveryId` names the
 * opening for every event; without `deal`, everything goes back.
 */
export const DealDetails = z
  .object({
    ...DeliveryDetails.shape,
    /** Of an event of a deal: what it does. */
    deal: z.optional(DealEvent),
    /** Of an opening: the terms of a securities loan. */
    loan: z.optional(LoanTerms),
    /** Of an opening: what covers it, and how. */
    margin: z.optional(MarginTerms),
    reference: z.optional(TradeReference),
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

/** The private details of a delivery beside the ledger's fingerprint. */
export type DetailsCheck = CheckedDetails<DealDetails>
