import { ZERO_ADDRESS, type Address, type DeliveryLeg, type Transfer } from '@connex/protocol'
import { expect, it } from 'vitest'
import { app } from '../../../messages/en/app.ts'
import { transactions } from '../../../messages/en/transactions.ts'
import { addMessages } from '../../../messages/t.ts'
import { cancelBadge } from './TransferStatus.tsx'
import { transferActions } from './transferActions.ts'

addMessages(app)
addMessages(transactions)

const [alpen, rhone, meridian] = ['0x01', '0x02', '0x03'] as [Address, Address, Address]
const nameOf = (address: Address) => (address === rhone ? 'Rhône' : 'Alpenbank')
const matched = (...votes: Address[]) =>
  ({
    deliveryState: 'PENDING',
    transferType: 'FOP',
    legs: [
      {
        legType: 'DIGITAL',
        sender: rhone,
        receiver: alpen,
        registrar: meridian,
        txCoordinator: ZERO_ADDRESS,
        senderConfirmed: true,
        receiverConfirmed: true,
      } as DeliveryLeg,
    ],
    cancelVotes: votes.map((tenant) => ({ tenant })),
  }) as Transfer

it('D19: says whose turn a request to cancel is, seen from either side', () => {
  const requested = matched(rhone)
  expect(cancelBadge(matched(), alpen, nameOf)).toBeUndefined()
  expect(cancelBadge(requested, alpen, nameOf)).toEqual({
    text: 'Rhône requested cancellation',
    isYours: true,
  })
  expect(cancelBadge(requested, alpen, nameOf, true)).toEqual({ text: 'Agree to cancel?', isYours: true })
  expect(cancelBadge(requested, rhone, nameOf)).toEqual({
    text: 'You requested cancellation',
    isYours: false,
  })
  expect(cancelBadge(requested, rhone, nameOf, true)).toEqual({
    text: 'Cancellation requested',
    isYours: false,
  })
  // The custodian has no say in it.
  expect(cancelBadge(requested, meridian, nameOf, true)).toEqual({
    text: 'Rhône requested cancellation',
    isYours: false,
  })
})

it('D19: keeps the label Cancel and says beside it what it does', () => {
  const cancelOf = (transfer: Transfer) => transferActions(transfer, alpen).find(({ id }) => id === 'cancel')
  expect(cancelOf(matched(rhone))).toMatchObject({ label: 'Cancel', note: 'Agree to cancel' })
  expect(cancelOf(matched())).toMatchObject({ label: 'Cancel', note: 'Request cancellation' })
})
