// What lists show of the private details of a delivery beside its description: the event of a deal, and what is paid.
import { cashOf, centsOf } from './cash.ts'
import type { Cash, Currency } from './cash.ts'
import type { DealEvent } from './dealEvent.ts'
import type { DealEventKind } from './dealEventKind.ts'

type Details = {
  deal?: Pick<DealEvent, 'event' | 'cash'> | undefined
  openingDeliveryId?: string | undefined
  cashQuantity?: Cash | undefined
  cashCurrency?: Currency | undefined
}

/** What a delivery does to an open deal. Without an event of its own, a closing gives everything back. */
export const dealEventOf = (details: Details | null | undefined): DealEventKind | null =>
  details?.deal?.event ?? (details?.openingDeliveryId === undefined ? null : 'RETURN')

/**
 * What a delivery pays. Where an event of a deal lists parts of payments alone, it is the sum of those of the first payment.
 *
 * @example
 * paidCash({ cashQuantity: '24650000.00', cashCurrency: 'EUR' }) // { cashQuantity: '24650000.00', cashCurrency: 'EUR' }
 */
export function paidCash(details: Details | null | undefined): {
  cashQuantity: Cash | null
  cashCurrency: Currency | null
} {
  const { cashQuantity = null, cashCurrency, deal } = details ?? {}
  const parts = deal?.cash ?? []
  const [first] = parts
  const currency = cashCurrency ?? first?.currency ?? null
  if (cashQuantity !== null || first === undefined) return { cashQuantity, cashCurrency: currency }
  const cents = parts.reduce(
    (sum, part) => (part.legIdx === first.legIdx ? sum + centsOf(part.amount) : sum),
    0n,
  )
  return { cashQuantity: cashOf(cents), cashCurrency: currency }
}
