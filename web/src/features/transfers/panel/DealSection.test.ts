import type { DeliveryId, Transfer } from '@connex/protocol'
import type { Deal, DealDetails } from '@connex/protocol/deals'
import { expect, it } from 'vitest'
import { loanMargin, loanTerms } from '../../../../../testkit/src/fixtures/terms.ts'
import { changedTerms } from './DealSection.tsx'

const opened = { loan: loanTerms, margin: loanMargin } as DealDetails
const deal = (margin: object = {}) =>
  ({ terms: { ...loanTerms, margin: { ...loanMargin, ...margin } } }) as unknown as Deal
const panelOf = (openingDeliveryId: DeliveryId | null) => ({ openingDeliveryId }) as Transfer
const returned = '0x01' as DeliveryId

it('an opening, whose panel has its terms, shows only those that have changed', () => {
  expect(changedTerms(deal(), panelOf(null), opened)).toEqual([])
  expect(changedTerms(deal({ marginRatio: '102' }), panelOf(null), opened)).toEqual([
    { term: 'Margin ratio', value: '102%' },
  ])
})

it('a return shows all of its deal’s, and an opening whose details are missing those that are known', () => {
  const all = ['Fee price', 'Billing', 'Notice', 'Margin', 'Margin ratio', 'Substitution']
  for (const shown of [
    changedTerms(deal(), panelOf(returned), opened),
    changedTerms(deal(), panelOf(null), null),
  ])
    expect(shown.map(({ term }) => term)).toEqual(all)
})
