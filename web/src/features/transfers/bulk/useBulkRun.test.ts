import { ZERO_ADDRESS, type Address, type Transfer } from '@connex/protocol'
import { ClientError } from '@connex/sdk'
import { expect, it } from 'vitest'
import { deals } from '../../../messages/en/deals.ts'
import { addMessages } from '../../../messages/t.ts'
import { failureText } from './useBulkRun.ts'

addMessages(deals)

const [alpen, rhone, meridian] = ['0x01', '0x02', '0x03'] as [Address, Address, Address]
const context = {
  verb: 'confirm',
  viewer: alpen,
  nameOf: () => 'Rhône Capital',
  isSigned: false,
} as const
const transfer = (given: Partial<Transfer>) =>
  ({
    deliveryState: 'PENDING',
    cancelVotes: [],
    canceledBy: null,
    valueDate: 0,
    legs: [
      {
        legType: 'DIGITAL',
        sender: rhone,
        receiver: alpen,
        registrar: meridian,
        txCoordinator: ZERO_ADDRESS,
      },
    ],
    ...given,
  }) as unknown as Transfer
const error = new ClientError('nothingToConfirm')

it('D6: says who canceled a transfer after the dry run, and that nothing was signed', () => {
  const canceled = transfer({ deliveryState: 'CANCELED', canceledBy: rhone })
  expect(failureText(error, canceled, context)).toBe(
    'Rhône Capital canceled this transfer. Any earmark is released. Nothing was signed.',
  )
})

it('says what went wrong where the transfer is as it was, and that nothing was signed', () => {
  const expected = `${error.message} Nothing was signed.`
  expect(failureText(error, transfer({}), context)).toBe(expected)
  expect(failureText(error, undefined, context)).toBe(expected)
})

it('does not say that nothing was signed once something was', () => {
  expect(failureText(error, undefined, { ...context, isSigned: true })).toBe(error.message)
})
