import type { DealLot } from '@connex/protocol/deals'
import { expect, it } from 'vitest'
import { lotsToExchange } from './useConsent.ts'

const lots = [
  { lot: 'P1', outstanding: 9n },
  { lot: 'P2', outstanding: 5n },
] as unknown as DealLot[]
const mostOf = (agreed: Parameters<typeof lotsToExchange>[1]) =>
  lotsToExchange(lots, agreed).map(({ lot, most }) => [lot, most])

it('lets nothing go out while it is unknown whether the holder agrees, or where it has not', () => {
  expect(mostOf(undefined)).toEqual([])
  expect(mostOf(new Map())).toEqual([])
})

it('lets as much go out as the holder has agreed to, and never more than is outstanding', () => {
  expect(mostOf(new Map([['P1', 4n]]))).toEqual([['P1', 4n]])
  expect(mostOf(new Map([['P2', 7n]]))).toEqual([['P2', 5n]])
})

it('lets everything go out where the terms do not want consent', () => {
  expect(mostOf(null)).toEqual([
    ['P1', 9n],
    ['P2', 5n],
  ])
})
