import { ZERO_ADDRESS, type Address, type DeliveryLeg, type Transfer } from '@connex/protocol'
import { expect, it } from 'vitest'
import { cancelText, paidText } from './cancelText.ts'

const alpen = '0x01' as Address
const baltic = '0x02' as Address
const meridian = '0x03' as Address
const nameOf = (address: Address) => ({ [alpen]: 'Alpenbank', [baltic]: 'Baltic' })[address] ?? ''

const repo = (cash: Partial<DeliveryLeg>, given: Partial<Transfer> = {}) =>
  ({
    deliveryState: 'PENDING',
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
    ...given,
  }) as Transfer

it('says that both sides have confirmed only where they have', () => {
  const reported = repo({ senderConfirmed: true })
  expect(cancelText(reported, 'requestCancel', 'Baltic')).toMatch(/^A payment was reported, so Baltic/)
  const matched = repo({ senderConfirmed: true, receiverConfirmed: true })
  expect(cancelText(matched, 'requestCancel', 'Baltic')).toMatch(/^Both sides have confirmed, so Baltic/)
  expect(cancelText(reported, 'agreeCancel', 'Baltic')).toMatch(/^Baltic has requested cancellation/)
})

it('says which cash has to be returned outside the ledger, once it was reported', () => {
  expect(paidText(repo({}), nameOf)).toEqual([])
  expect(paidText(repo({ senderConfirmed: true }), nameOf)).toEqual([
    'Baltic has reported 98,000.00 EUR as sent to Alpenbank. Canceling does not return the cash. It must be paid back outside the ledger.',
  ])
  expect(paidText(repo({ senderConfirmed: true }, { cashQuantity: null }), nameOf)[0]).toMatch(
    /^Baltic has reported a payment as sent to Alpenbank/,
  )
})
