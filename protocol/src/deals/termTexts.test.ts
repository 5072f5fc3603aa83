import { expect, test } from 'vitest'
import { loanTerms } from '../../../testkit/src/fixtures/terms.ts'
import { marginTerms } from '../../test/dealDetails.ts'
import { openingTerms } from './dealTerms.ts'
import { dealTermTexts, termTexts } from './termTexts.ts'

const lines = (details: object) => termTexts(details).map(({ term, value }) => `${term}: ${value}`)

test('details without such terms have no text', () => {
  expect(lines({})).toEqual([])
  expect(lines({ repo: {}, description: 'One week' })).toEqual([])
})

test('hidden characters in a reference are marked', () => {
  expect(lines({ reference: 'DESK\u202E-4711' })).toEqual(['Reference: DESK�-4711'])
})

test('the reference comes first, then how the exposure is secured', () => {
  expect(lines({ reference: 'DESK-4711', margin: { ...marginTerms, marginRatio: '102' } })).toEqual([
    'Reference: DESK-4711',
    'Margin: by haircut (method B)',
    'Margin ratio: 102%',
    'Haircut of P1: 2%',
    'Substitution: at any time',
  ])
})

test('what a loan costs and how long it lasts, with days as the reader writes them', () => {
  expect(lines({ loan: loanTerms })).toEqual([
    'Fee: 0.35% p.a., ACT/360',
    'Fee price: last price of each day',
    'Billing: monthly',
    'Loan term: open',
    'Loan start: 2026-11-23',
    'Notice: 2 business days',
  ])
  const fixed = { termType: 'FIXED', endDate: '2026-12-01', noticeDays: 0, minimumFee: '1250.00' } as const
  const loan = { ...loanTerms, ...fixed, feePrice: 'CONTRACT', billing: 'AT_END' } as const
  expect(termTexts({ loan }, (day) => `on ${day}`).map(({ value }) => value)).toEqual([
    '0.35% p.a., ACT/360',
    'contract price',
    '1,250.00, in the currency of the lent securities',
    'at the end of the loan',
    'fixed',
    'on 2026-11-23',
    'on 2026-12-01',
  ])
})

test('of an event, the haircuts that it changes', () => {
  expect(lines({ deal: { amend: { haircuts: [{ lot: 'P2', haircut: '1' }] } } })).toEqual([
    'Haircut of P2: 1%',
  ])
})

test('of a deal, what its rate and its days leave out', () => {
  const textOf = (details: Parameters<typeof openingTerms>[0]) =>
    dealTermTexts(openingTerms(details)).map(({ term, value }) => `${term}: ${value}`)
  expect(textOf({})).toEqual([])
  const margin = { ...marginTerms, haircuts: [...marginTerms.haircuts] }
  expect(textOf({ loan: loanTerms, margin })).toEqual([
    'Fee price: last price of each day',
    'Billing: monthly',
    'Notice: 2 business days',
    'Margin: by haircut (method B)',
    'Haircut of P1: 2%',
    'Substitution: at any time',
  ])
})
