import { Address, type DeliveryLeg, type Transfer, ZERO_ADDRESS } from '@connex/protocol'
import { expect, test } from 'vitest'
import { confirmationText } from './desk.ts'

const [seller, buyer, meridian, nordhafen] = ['1', '2', '3', '4'].map((digit) =>
  Address.parse(`0x${digit.repeat(40)}`),
) as [Address, Address, Address, Address]
const nameOf = (address: Address) => (address === meridian ? 'Meridian' : 'Nordhafen')

const leg = (legIdx: number, registrar: Address, more: Partial<DeliveryLeg> = {}): DeliveryLeg =>
  ({
    legIdx,
    legType: 'DIGITAL',
    sender: seller,
    receiver: buyer,
    registrar,
    txCoordinator: ZERO_ADDRESS,
    senderConfirmed: true,
    receiverConfirmed: true,
    registrarConfirmed: false,
    ...more,
  }) as DeliveryLeg
const transfer = (...legs: DeliveryLeg[]): Transfer => ({ deliveryState: 'PENDING', legs }) as Transfer

test('a registrar with nothing to confirm is refused, with whose turn it is', () => {
  const waiting = transfer(leg(0, nordhafen))
  expect(() => confirmationText(waiting, meridian, nameOf)).toThrow(
    expect.objectContaining({
      code: 'nothingToConfirm',
      detail: expect.stringContaining('Nordhafen') as string,
    }),
  )
  const early = transfer(leg(0, meridian, { receiverConfirmed: false }))
  expect(() => confirmationText(early, meridian, nameOf)).toThrow(
    expect.objectContaining({ code: 'nothingToConfirm' }),
  )
})

test('a registrar sees the duties after its own', () => {
  expect(confirmationText(transfer(leg(0, meridian), leg(1, nordhafen)), meridian, nameOf)).toBe(
    'Meridian confirms this as registrar. Still to come: Nordhafen must confirm as registrar.',
  )
})

test('the last registrar reads that the delivery settles at once', () => {
  const last = transfer(leg(0, meridian), leg(1, nordhafen, { registrarConfirmed: true }))
  expect(confirmationText(last, meridian, nameOf)).toBe(
    'Meridian confirms this as registrar. The delivery then settles immediately, and can no longer be canceled.',
  )
})

test('a transfer agent is called so, once, however many legs it keeps', () => {
  const agent = transfer(
    leg(0, meridian, { legType: 'TRADITIONAL' }),
    leg(1, meridian, { legType: 'TRADITIONAL' }),
  )
  expect(confirmationText(agent, meridian, nameOf)).toMatch(
    /^Meridian confirms this as transfer agent\. The delivery then settles/,
  )
})
