import { expect, test } from 'vitest'
import type { CashPart } from './dealEvent.ts'
import { dealEventOf, paidCash } from './shownDetails.ts'

const opening = `0x${'a1'.repeat(32)}`
const part = (legIdx: number, amount: string, currency: CashPart['currency']): CashPart => ({
  legIdx,
  amount,
  currency,
  purpose: 'INTEREST',
})

test('details that are missing, or those of an opening, name neither an event nor a payment', () => {
  expect(dealEventOf(null)).toBeNull()
  expect(dealEventOf({})).toBeNull()
  expect(paidCash(undefined)).toEqual({ cashQuantity: null, cashCurrency: null })
  expect(paidCash({ cashCurrency: 'EUR' })).toEqual({ cashQuantity: null, cashCurrency: 'EUR' })
})

test('an event is what its details say; a closing without one gives everything back', () => {
  expect(dealEventOf({ openingDeliveryId: opening, deal: { event: 'SUBSTITUTION' } })).toBe('SUBSTITUTION')
  expect(dealEventOf({ openingDeliveryId: opening })).toBe('RETURN')
})

test('the amount of the details comes before the parts of an event', () => {
  const details = { cashQuantity: '7.00', cashCurrency: 'EUR' as const }
  expect(paidCash(details)).toEqual(details)
  const deal = { event: 'INTEREST' as const, cash: [part(0, '5.00', 'USD')] }
  expect(paidCash({ ...details, deal })).toEqual(details)
  expect(paidCash({ cashQuantity: '7.00', deal })).toEqual({ cashQuantity: '7.00', cashCurrency: 'USD' })
})

test('without an amount, the parts of the first payment are added up', () => {
  const cash = [part(1, '1000.00', 'EUR'), part(1, '-0.50', 'EUR'), part(2, '9.00', 'USD')]
  expect(paidCash({ deal: { event: 'RETURN', cash } })).toEqual({
    cashQuantity: '999.50',
    cashCurrency: 'EUR',
  })
  expect(paidCash({ deal: { event: 'AMENDMENT', cash: [part(0, '0.00', 'EUR')] } }).cashQuantity).toBe('0.00')
})
