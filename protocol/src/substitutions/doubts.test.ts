import { expect, test } from 'vitest'
import { alpen, baltic, legOf, loanOpening, repoOpening, securities } from '../../test/dealDeliveries.ts'
import { dealOf } from '../deals/deal.ts'
import type { Deal } from '../deals/deal.ts'
import { assetKey, assetOf } from '../deals/dealDelivery.ts'
import { availabilityUntil, collateralDoubts, collateralDoubtText } from './doubts.ts'
import type { CollateralFacts } from './doubts.ts'

const today = '2026-11-25'
const note = assetOf(legOf(securities('note', alpen, baltic, 1)))
/** Until 30 November. */
const repo = dealOf(repoOpening(), [], today)
const until = (of: Deal, endDate: string | null, noticeDays = 0): Deal => ({
  ...of,
  terms: { ...of.terms, endDate, noticeDays },
})
const doubtsOf = (deal: Deal, given: Partial<CollateralFacts>, quantities = [5_000_000n]) =>
  collateralDoubts(
    deal,
    quantities.map((quantity) => ({ asset: note, quantity })),
    {
      facts: new Map([[assetKey(note), { isOwnIssue: false, maturityDate: null, days: [], ...given }]]),
      giver: alpen,
      today,
    },
  )
const textsOf = (...of: Parameters<typeof doubtsOf>) =>
  doubtsOf(...of).map((doubt) => collateralDoubtText(doubt, { nameOf: () => 'Alpenbank' }))
const day = (date: string, certain: string) => ({ date, certain }) as CollateralFacts['days'][number]

test('nothing is in doubt of what is unknown, or of what somebody else has issued for longer than the deal', () => {
  expect(doubtsOf(repo, { maturityDate: repo.terms.endDate })).toEqual([])
  expect(
    collateralDoubts(repo, [{ asset: note, quantity: 1n }], { facts: new Map(), giver: alpen, today }),
  ).toEqual([])
})

test('securities that their giver has issued', () => {
  expect(textsOf(repo, { isOwnIssue: true })).toEqual([
    'Alpenbank has issued note itself: if Alpenbank fails, the collateral loses its value with it.',
  ])
})

test('securities that mature before the deal ends, once for several legs of them', () => {
  const deal = until(repo, '2026-11-30')
  expect(textsOf(deal, { maturityDate: '2026-11-29' }, [1n, 2n])).toEqual([
    'note matures on 2026-11-29, before the deal ends on 2026-11-30. It must be substituted again before it matures.',
  ])
  expect(doubtsOf(deal, { maturityDate: '2026-11-30' })).toEqual([])
})

test('securities that have matured before a deal that is overdue', () => {
  expect(doubtsOf(until(repo, '2026-11-20'), { maturityDate: '2026-11-24' })).toMatchObject([
    { endDate: today },
  ])
  expect(doubtsOf(until(repo, '2026-11-20'), { maturityDate: today })).toEqual([])
})

test('of an open deal, securities that mature within its notice, by business days', () => {
  const loan = until(dealOf(loanOpening(), [], today), null, 3)
  expect(textsOf(loan, { maturityDate: '2026-11-30' })).toEqual([
    'note matures on 2026-11-30, and notice given today ends the deal on 2026-11-30. It may have to be substituted again before it matures.',
  ])
  expect(doubtsOf(loan, { maturityDate: '2026-12-01' })).toEqual([])
})

test('the first day of the deal on which more must go out than is certain to be there', () => {
  const deal = until(repo, '2026-11-28')
  const days = [day(today, '9000000'), day('2026-11-26', '5000000'), day('2026-11-27', '-2')]
  expect(textsOf(deal, { days })).toEqual([
    'From 2026-11-27 on, you will be short of 5,000,002 note: more must go out than is certain to be available.',
  ])
  expect(doubtsOf(deal, { days }, [3_000_000n, 2_000_001n])).toMatchObject([{ date: '2026-11-26', by: 1n }])
})

test('no shortage from the end of the deal on, when the securities come back', () => {
  const days = [day('2026-11-27', '5000000'), day('2026-11-28', '0')]
  expect(doubtsOf(until(repo, '2026-11-28'), { days })).toEqual([])
  expect(doubtsOf(until(repo, null), { days })).toMatchObject([{ code: 'shortLater', date: '2026-11-28' }])
})

test('the days that matter end with the deal, and within a year', () => {
  expect(availabilityUntil(until(repo, '2026-11-28'), today)).toBe('2026-11-28')
  expect(availabilityUntil(until(repo, '2026-11-20'), today)).toBe(today)
  expect(availabilityUntil(until(repo, '2028-11-20'), today)).toBe('2027-11-26')
  expect(availabilityUntil(until(repo, null), today)).toBeUndefined()
})
