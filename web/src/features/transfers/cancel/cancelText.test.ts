import { Seconds, ZERO_ADDRESS, type Address, type DeliveryLeg, type Transfer } from '@connex/protocol'
import { expect, it } from 'vitest'
import { cancelNotes } from './cancelText.ts'

const alpen = '0x01' as Address
const baltic = '0x02' as Address
const meridian = '0x03' as Address
const nameOf = (address: Address) => ({ [alpen]: 'Alpenbank', [baltic]: 'Baltic' })[address] ?? ''

const EXPIRED = Seconds.parse(Date.UTC(2020, 1, 20) / 1000)
const EXPIRES = Seconds.parse(Date.UTC(2999, 1, 20) / 1000)

const repo = (cash: Partial<DeliveryLeg>) =>
  ({
    deliveryState: 'PENDING',
    expiresAt: EXPIRES,
    counterpartyAddr: baltic,
    cashQuantity: '98000.00',
    cashCurrency: 'EUR',
    legs: [
      {
        legIdx: 0,
        legType: 'DIGITAL',
        sender: alpen,
        receiver: baltic,
        registrar: meridian,
        txCoordinator: ZERO_ADDRESS,
        senderConfirmed: true,
        receiverConfirmed: true,
      },
      {
        legIdx: 1,
        legType: 'EXTERNAL',
        sender: baltic,
        receiver: alpen,
        registrar: ZERO_ADDRESS,
        txCoordinator: ZERO_ADDRESS,
        senderConfirmed: false,
        receiverConfirmed: false,
        ...cash,
      },
    ],
  }) as Transfer

const notesOf = (transfer: Transfer, kind: Parameters<typeof cancelNotes>[1]) =>
  cancelNotes(transfer, kind, nameOf)
const reported = repo({ senderConfirmed: true })

it('says that both sides have confirmed only where they have', () => {
  expect(notesOf(reported, 'requestCancel')[0]).toMatch(/^A payment was reported, so Baltic/)
  const matched = repo({ senderConfirmed: true, receiverConfirmed: true })
  expect(notesOf(matched, 'requestCancel')[0]).toMatch(/^Both sides have confirmed, so Baltic/)
  expect(notesOf(reported, 'agreeCancel')[0]).toMatch(/^Baltic has requested cancellation/)
})

it('says which cash has to be returned outside the ledger, once it was reported', () => {
  expect(notesOf(repo({}), 'cancel')).toEqual([
    'The transfer is canceled immediately, and any earmark for it is released.',
  ])
  expect(notesOf(reported, 'agreeCancel').slice(1)).toEqual([
    'Baltic has reported EUR 98,000.00 as sent to Alpenbank. Canceling does not return the cash. It must be paid back outside the ledger.',
  ])
  expect(notesOf({ ...reported, cashQuantity: null }, 'agreeCancel')[1]).toMatch(
    /^Baltic has reported a payment as sent to Alpenbank/,
  )
})

it('M-4: says from when one side cancels alone, unless a payment was reported', () => {
  const expires = 'It expires on 20 Feb 2999. From then on you can cancel it alone.'
  expect(notesOf(reported, 'requestCancel')).not.toContain(expires)
  const fop = { ...repo({}), legs: repo({}).legs.slice(0, 1) }
  expect(notesOf(fop, 'requestCancel')[1]).toBe(expires)
  expect(notesOf({ ...fop, expiresAt: EXPIRED }, 'cancel')).toEqual([
    'Expired on 20 Feb 2020: your cancellation ends it immediately, and any earmark for it is released.',
  ])
})
