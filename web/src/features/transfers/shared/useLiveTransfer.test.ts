import type { Address, Transfer } from '@connex/protocol'
import { expect, it } from 'vitest'
import { changeText } from './useLiveTransfer.ts'

const alpen = '0x01' as Address
const baltic = '0x02' as Address
const nameOf = (address: Address) => ({ [alpen]: 'Alpenbank', [baltic]: 'Baltic' })[address] ?? ''
const textOf = (changes: Partial<Transfer>, isStillYours = false) =>
  changeText(
    { legs: [], cancelVotes: [], wasRefused: false, canceledBy: null, ...changes } as unknown as Transfer,
    isStillYours,
    baltic,
    nameOf,
  )

it('says what has happened to a transfer while it was looked at', () => {
  const deliveryState = 'CANCELED'
  expect(textOf({ deliveryState, canceledBy: alpen })).toBe(
    'Alpenbank canceled this transfer. Any earmark is released.',
  )
  expect(textOf({ deliveryState, canceledBy: alpen, wasRefused: true })).toBe(
    'Alpenbank refused this transfer, which cancels it. Any earmark is released.',
  )
  expect(textOf({ deliveryState })).toBe('Canceled.')
  expect(textOf({ deliveryState: 'SETTLED' })).toBe('Settled.')
  expect(textOf({ deliveryState: 'PENDING' }, true)).toMatch(/Close the dialog and open it again/)
})
