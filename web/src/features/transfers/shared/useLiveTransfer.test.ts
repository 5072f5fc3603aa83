import type { Address, Transfer } from '@connex/protocol'
import { expect, it } from 'vitest'
import { changeText } from './useLiveTransfer.ts'

const alpen = '0x01' as Address
const baltic = '0x02' as Address
const nameOf = (address: Address) => ({ [alpen]: 'Alpenbank', [baltic]: 'Baltic' })[address] ?? ''
const said = (given: Partial<Transfer>, isStillYours = false) =>
  changeText(
    { legs: [], cancelVotes: [], wasRefused: false, canceledBy: null, ...given } as unknown as Transfer,
    isStillYours,
    baltic,
    nameOf,
  )

it('says what has happened to a transfer while it was looked at', () => {
  const deliveryState = 'CANCELED'
  expect(said({ deliveryState, canceledBy: alpen })).toBe('Alpenbank canceled this transfer.')
  expect(said({ deliveryState, canceledBy: alpen, wasRefused: true })).toBe(
    'Alpenbank refused this transfer.',
  )
  expect(said({ deliveryState })).toBe('Canceled, final.')
  expect(said({ deliveryState: 'SETTLED' })).toBe('Settled, final.')
  expect(said({ deliveryState: 'PENDING' }, true)).toMatch(/Close and reopen it/)
})
