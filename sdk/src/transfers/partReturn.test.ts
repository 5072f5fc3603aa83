import type { Deal } from '@connex/protocol/deals'
import { expect, it } from 'vitest'
import { lotsIn } from './partReturn.ts'

const deal = { lots: [{ lot: 'L1' }, { lot: 'C1' }] } as unknown as Deal

it('refuses a lot that the deal does not have, a quantity below zero, and nothing at all', () => {
  for (const wrong of [{ P1: 1n }, { L1: -1n }, { L1: 0n, C1: 0n }, {}])
    expect(() => lotsIn(deal, wrong)).toThrow(expect.objectContaining({ code: 'invalidInput' }))
})

it('gives back some of one lot and 0 of another', () => {
  expect(lotsIn(deal, { L1: 5n, C1: 0n })).toEqual(
    new Map([
      ['L1', 5n],
      ['C1', 0n],
    ]),
  )
})
