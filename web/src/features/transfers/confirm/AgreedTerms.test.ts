import type { DeliveryId, Transfer } from '@connex/protocol'
import type { DealDetails } from '@connex/protocol/deals'
import { expect, it } from 'vitest'
import { app } from '../../../messages/en/app.ts'
import { transfers } from '../../../messages/en/transfers.ts'
import { addMessages } from '../../../messages/t.ts'
import { agreedTerms } from './AgreedTerms.tsx'

addMessages(app)
addMessages(transfers)

const repo = {
  transferType: 'REPO',
  valueDate: 0,
  deliveryState: 'SETTLED',
  deliver: null,
  receive: { quantity: '80', decimals: 0, unit: 'NOMINAL' },
  legs: [{ legType: 'DIGITAL' }, { legType: 'EXTERNAL' }],
  description: null,
} as unknown as Transfer
const details = {
  cashCurrency: 'CHF',
  repo: {
    purchaseDate: '2026-11-23',
    repurchaseDate: '2026-11-30',
    purchasePrice: '78.40',
    rate: '2.14',
    dayCount: 'ACT/360',
  },
} as DealDetails
const termsIn = (part: object) =>
  agreedTerms(repo, { ...details, ...part }, undefined).map(({ term }) => term)

const REPO = ['Price', 'Purchase date', 'Repurchase date', 'Rate', 'Interest', 'Repurchase price']

it('repeats the cash leg of an opening not as its purchase price, and of a closing has both', () => {
  expect(termsIn({})).toEqual(REPO)
  const closing = termsIn({ openingDeliveryId: `0x${'a1'.repeat(32)}` as DeliveryId })
  expect(closing).toEqual(['Stage', 'Price', 'Purchase price', ...REPO.slice(1)])
})

it('shows the price with its haircut, and a small interest to the cent', () => {
  const terms = agreedTerms(repo, details, undefined)
  expect(terms[0]).toEqual({ term: 'Price', value: '98.00% of nominal', note: 'Haircut 2.00%' })
  expect(terms.slice(-2)).toEqual([
    { term: 'Interest', value: 'CHF 0.03' },
    { term: 'Repurchase price', value: 'CHF 78.43', isStrong: true },
  ])
})
