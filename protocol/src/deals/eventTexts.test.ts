import { expect, test } from 'vitest'
import type { DealEventKind } from '../terms/dealEventKind.ts'
import { DEAL_EVENT_TEXTS, eventLabel } from './eventTexts.ts'

const plain = { dealEvent: null, isCashOnly: false } as const

test('another transfer than an event of a deal has the name of its type', () => {
  expect(eventLabel({ ...plain, transferType: 'FOP' })).toBeUndefined()
  expect(eventLabel({ ...plain, transferType: 'REPO' })).toBeUndefined()
})

test('a payment alone is called one, unless it is an event of a deal', () => {
  expect(eventLabel({ transferType: 'FOP', dealEvent: null, isCashOnly: true })).toBe('Cash payment')
  expect(eventLabel({ transferType: 'FOP', dealEvent: 'AMENDMENT', isCashOnly: true })).toBe(
    'Change of terms',
  )
})

test('a return says of what, as far as its legs tell', () => {
  const label = (transferType: 'FOP' | 'REPO' | 'SEC_LEND', isCashOnly = false) =>
    eventLabel({ transferType, dealEvent: 'RETURN', isCashOnly })
  expect(label('REPO')).toBe('Return of a repo')
  expect(label('SEC_LEND')).toBe('Return of a loan')
  expect(label('FOP')).toBe('Return')
  expect(label('REPO', true)).toBe('Return')
})

test('every other event has its own name, whatever its legs look like', () => {
  const others: DealEventKind[] = ['SUBSTITUTION', 'MARGIN', 'REPRICE', 'INCOME', 'FEE', 'INTEREST']
  for (const dealEvent of others)
    expect(eventLabel({ ...plain, transferType: 'SEC_LEND', dealEvent })).toBe(DEAL_EVENT_TEXTS[dealEvent])
})
