import type { DealDetails } from '@connex/protocol/deals'
import type { DeliveryDetails, DeliveryId, Transfer } from '@connex/protocol'
import { expect, it } from 'vitest'
import { loanMargin, loanTerms } from '../../../../../testkit/src/fixtures/terms.ts'
import { app } from '../../../messages/en/app.ts'
import { transfers } from '../../../messages/en/transfers.ts'
import { addMessages } from '../../../messages/t.ts'
import { termsOf } from './transferTerms.ts'

addMessages(app)
addMessages(transfers)

const opened = {
  cashQuantity: '1000000.00',
  cashCurrency: 'EUR',
  repo: {
    purchaseDate: '2026-11-21',
    repurchaseDate: '2026-11-28',
    purchasePrice: '1000000.00',
    rate: '2.14',
    dayCount: 'ACT/360',
  },
} as DealDetails
const BOND = { legType: 'DIGITAL' }
const CASH = { legType: 'EXTERNAL' }
const PENDING = { deliveryState: 'PENDING', expiresAt: Date.UTC(2999, 1, 26) / 1000 } as const
const repoOf = (asset: object | null, legs: readonly object[] = [BOND, CASH]) =>
  ({
    transferType: 'REPO',
    valueDate: 0,
    deliveryState: 'SETTLED',
    deliver: null,
    receive: asset,
    legs,
  }) as unknown as Transfer
const bond = { quantity: '102040817', decimals: 2, unit: 'EUR' }

const NO_ASSETS = { legs: [], deliver: null, receive: null }

const linesOf = (transfer: Parameters<typeof termsOf>[0], details?: Parameters<typeof termsOf>[1]) =>
  termsOf(transfer, details).map(
    ({ term, value, note }) => `${term}: ${value}${note === undefined ? '' : ` · ${note}`}`,
  )
const priceOf = (...parameters: Parameters<typeof repoOf>) =>
  linesOf(repoOf(...parameters), opened).filter((line) => line.startsWith('Price'))

it('names no price of cash that several instruments were bought for, nor of a quantity that is not known', () => {
  expect(priceOf(bond, [BOND, BOND, CASH])).toEqual([])
  expect(priceOf({ ...bond, quantity: '0' })).toEqual([])
  expect(priceOf(null)).toEqual([])
})

it('names no interest and no price of the repurchase while a repo is open', () => {
  const open = { ...opened, repo: { ...opened.repo, repurchaseDate: undefined } } as DealDetails
  expect(linesOf(repoOf(bond), open).slice(-2)).toEqual([
    'Repurchase date: open',
    'Rate: 2.14% p.a., ACT/360',
  ])
})

it('says of a repo which end of the deal it is, all that was agreed, and to the cent what follows', () => {
  const repo = { ...repoOf(bond), valueDate: 1_795_824_000, ...PENDING } as Transfer
  expect(linesOf(repo, opened)).toEqual([
    'Stage: Opening',
    'Value date: 28 Nov 2026',
    'Expires: 26 Feb 2999',
    'Price: ≈ 98.00% of nominal · Haircut ≈ 2.00%',
    'Purchase price: EUR 1,000,000.00',
    'Purchase date: Sat 21 Nov 2026',
    'Repurchase date: Sat 28 Nov 2026 · 7 days',
    'Rate: 2.14% p.a., ACT/360',
    'Interest: EUR 416.11',
    'Repurchase price: EUR 1,000,416.11',
  ])
})

it('counts interest by the basis, a negative rate as a price below the purchase, and a day as one', () => {
  const lines = (part: object) =>
    linesOf(repoOf(bond), { ...opened, repo: { ...opened.repo, ...part } } as DealDetails).slice(-4)
  expect(lines({ dayCount: 'ACT/365' }).slice(2)).toEqual([
    'Interest: EUR 410.41',
    'Repurchase price: EUR 1,000,410.41',
  ])
  expect(lines({ rate: '-0.5', repurchaseDate: '2026-11-22' })).toEqual([
    'Repurchase date: Sun 22 Nov 2026 · 1 day',
    'Rate: -0.5% p.a., ACT/360',
    'Interest: EUR −13.89',
    'Repurchase price: EUR 999,986.11',
  ])
})

it('quotes a fund per unit, without a haircut, and a bond of another currency per nominal', () => {
  expect(priceOf({ quantity: '8000000', decimals: 3, unit: 'UNITS' })).toEqual(['Price: EUR 125.00 per unit'])
  expect(priceOf({ ...bond, quantity: '80000000', unit: 'USD' })).toEqual([
    'Price: EUR 1.25 per 1 USD nominal',
  ])
})

it('shows of a closing what its own terms make of the price, whatever cash it moves', () => {
  const closing = { ...opened, openingDeliveryId: `0x${'a1'.repeat(32)}`, cashQuantity: '1500000.00' }
  expect(linesOf(repoOf(bond), closing as DealDetails).at(-1)).toBe('Repurchase price: EUR 1,000,416.11')
})

it('says what was added to the legs: the reference, and the terms of a loan and of margin', () => {
  const lending = { ...NO_ASSETS, transferType: 'SEC_LEND', valueDate: 0, ...PENDING } as const
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

it('says what a closing closes, and nothing of either as long as that is not known', () => {
  const loan = {
    ...NO_ASSETS,
    transferType: 'SEC_LEND',
    valueDate: 0,
    ...PENDING,
    deliveryState: 'SETTLED',
  } as const
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
  const expired = {
    ...NO_ASSETS,
    transferType: 'FOP',
    valueDate: 0,
    expiresAt: Date.UTC(2020, 1, 20) / 1000,
  } as const
  expect(linesOf({ ...expired, deliveryState: 'PENDING' }, undefined)).toEqual(['Expired: 20 Feb 2020'])
  expect(linesOf({ ...expired, deliveryState: 'CANCELED' }, undefined)).toEqual([])
})
