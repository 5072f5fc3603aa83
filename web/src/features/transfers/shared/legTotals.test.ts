import type { Transfer } from '@connex/protocol'
import { expect, it } from 'vitest'
import { legTotals } from './legTotals.ts'

const asset = (unit: string, quantity: string, decimals: number) => ({ unit, quantity, decimals })
const [own, other] = ['0x01', '0x02']
const repo = {
  legs: [
    { legType: 'DIGITAL', sender: own },
    { legType: 'EXTERNAL', sender: other },
  ],
  direction: 'DELIVER',
  deliver: asset('EUR', '206000000', 2),
  receive: null,
  cashQuantity: '2018800.00',
  cashCurrency: 'EUR',
} as unknown as Transfer
const loan = {
  legs: [{ legType: 'DIGITAL', sender: own }],
  direction: 'DELIVER',
  deliver: asset('EUR', '5', 0),
  receive: asset('UNITS', '7', 0),
  cashQuantity: null,
} as unknown as Transfer

it('counts a cash amount that is not known, and leaves it out of the sum', () => {
  expect(legTotals([repo, { ...repo, cashQuantity: null }], 'receive')).toEqual({
    sums: [{ unit: 'EUR', decimals: 2, quantity: 201880000n }],
    unknown: 1,
  })
})

it('keeps securities in euro nominal apart from cash in euro', () => {
  const reverse = { ...repo, direction: 'RECEIVE', receive: repo.deliver, deliver: null } as Transfer
  expect(legTotals([repo, loan, reverse], 'deliver')).toEqual({
    sums: [
      { unit: 'EUR nominal', decimals: 2, quantity: 206000500n },
      { unit: 'EUR', decimals: 2, quantity: 201880000n },
    ],
    unknown: 0,
  })
  expect(legTotals([{ ...loan, receive: null }], 'receive')).toEqual({ sums: [], unknown: 0 })
})
