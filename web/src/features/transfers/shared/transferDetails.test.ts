import type { DealDetails } from '@connex/protocol/deals'
import type { DeliveryDetails, DeliveryId, Transfer } from '@connex/protocol'
import { describe, expect, it } from 'vitest'
import { loanMargin, loanTerms } from '../../../../../testkit/src/fixtures/terms.ts'
import { app } from '../../../messages/en/app.ts'
import { transfers } from '../../../messages/en/transfers.ts'
import { addMessages } from '../../../messages/t.ts'
import { detailedTitle, detailsDoubt, termsOf } from './transferDetails.ts'

addMessages(app)
addMessages(transfers)

const digital = { legs: [{ legType: 'DIGITAL' }] } as unknown as Transfer
const repo = { legs: [{ legType: 'DIGITAL' }, { legType: 'EXTERNAL' }] } as unknown as Transfer

describe('Private details', () => {
  it('are in doubt where the ledger vouches for others', () => {
    expect(detailsDoubt(digital, { result: 'differs' })).toMatch(/do not match/)
    expect(detailsDoubt(repo, { result: 'differs' })).toMatch(/do not match/)
  })

  it('are missed only where an amount of cash hangs on them', () => {
    expect(detailsDoubt(repo, { result: 'missing' })).toMatch(/amount to pay is unknown/)
    expect(detailsDoubt(digital, { result: 'missing' })).toBeUndefined()
  })

  it('are relied on where they match', () => {
    expect(detailsDoubt(repo, { result: 'matches', details: {} as never })).toBeUndefined()
  })
})

const details = {
  cashCurrency: 'EUR',
  repo: {
    purchaseDate: '2026-11-21',
    repurchaseDate: '2026-11-28',
    purchasePrice: '1000000.00',
    rate: '2.14',
    dayCount: 'ACT/360',
  },
} as DeliveryDetails
const PENDING = { deliveryState: 'PENDING', expiresAt: Date.UTC(2999, 1, 26) / 1000 } as const
const linesOf = (...parameters: Parameters<typeof termsOf>) =>
  termsOf(...parameters).map(({ term, value }) => `${term}: ${value}`)

it('says of a repo which end of the deal it is, and all that was agreed', () => {
  const repo = { transferType: 'REPO', valueDate: 1_795_824_000, ...PENDING } as const
  expect(linesOf(repo, details)).toEqual([
    'Stage: Opening',
    'Value date: 28 Nov 2026',
    'Expires: 26 Feb 2999',
    'Purchase date: 21 Nov 2026',
    'Purchase price: EUR 1,000,000.00',
    'Repurchase date: 28 Nov 2026',
    'Repurchase price: EUR 1,000,416.11',
    'Rate: 2.14% p.a., ACT/360',
  ])
})

it('says what was added to the legs: the reference, and the terms of a loan and of margin', () => {
  const lending = { transferType: 'SEC_LEND', valueDate: 0, ...PENDING } as const
  expect(
    linesOf(lending, { reference: 'DESK-4711', loan: loanTerms, margin: loanMargin } as DealDetails),
  ).toEqual([
    'Stage: Opening',
    'Expires: 26 Feb 2999',
    'Reference: DESK-4711',
    'Fee: 0.35% p.a., ACT/360',
    'Fee price: last price of each day',
    'Billing: monthly',
    'Loan term: open',
    'Loan start: 23 Nov 2026',
    'Notice: 2 business days',
    'Margin: by ratio to the value of the loan',
    'Margin ratio: 105%',
    'Substitution: at any time',
  ])
})

it('calls an event of a deal what it is, and any other transfer by its type', () => {
  const transfer = { transferType: 'SEC_LEND' } as Transfer
  const details = { openingDeliveryId: `0x${'a1'.repeat(32)}`, deal: { event: 'SUBSTITUTION' } }
  expect(detailedTitle(transfer, 'Alpenbank', details as DealDetails)).toBe('Substitution with Alpenbank')
  expect(detailedTitle(transfer, 'Alpenbank', undefined)).toBe('Securities Lending with Alpenbank')
})

it('says what a closing closes, and nothing of either as long as that is not known', () => {
  const loan = { transferType: 'SEC_LEND', valueDate: 0, ...PENDING, deliveryState: 'SETTLED' } as const
  const openingDeliveryId = `0x${'a1'.repeat(32)}` as DeliveryId
  expect(linesOf(loan, { openingDeliveryId } as DeliveryDetails)).toEqual(['Stage: Closing of 0xa1a1…a1a1'])
  const returned = { openingDeliveryId, deal: { event: 'RETURN' } } as DealDetails
  const exchanged = { openingDeliveryId, deal: { event: 'SUBSTITUTION' } } as DealDetails
  expect(linesOf(loan, returned)).toEqual(['Stage: Return for 0xa1a1…a1a1'])
  expect(linesOf(loan, exchanged)).toEqual(['Stage: Substitution in 0xa1a1…a1a1'])
  expect(linesOf(loan, undefined)).toEqual([])
  expect(linesOf({ ...loan, transferType: 'FOP' }, {} as DeliveryDetails)).toEqual([])
})

it('says that a pending transfer has expired, and of one that has ended neither', () => {
  const expired = { transferType: 'FOP', valueDate: 0, expiresAt: Date.UTC(2020, 1, 20) / 1000 } as const
  expect(linesOf({ ...expired, deliveryState: 'PENDING' }, undefined)).toEqual(['Expired: 20 Feb 2020'])
  expect(linesOf({ ...expired, deliveryState: 'CANCELED' }, undefined)).toEqual([])
})
