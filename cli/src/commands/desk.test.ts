import { Address, type DeliveryLeg, type Transfer, ZERO_ADDRESS } from '@connex/protocol'
import { expect, test } from 'vitest'
import { keeperText } from './desk.ts'

const [seller, buyer, meridian, nordhafen] = ['1', '2', '3', '4'].map((digit) =>
  Address.parse(`0x${digit.repeat(40)}`),
) as [Address, Address, Address, Address]
const names = { nameOf: (address: Address) => (address === meridian ? 'Meridian' : 'Nordhafen') }

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

test('a registrar that has nothing to confirm is refused, and reads whose turn it is', () => {
  const waiting = transfer(leg(0, nordhafen))
  expect(() => keeperText(waiting, meridian, names)).toThrow(
    expect.objectContaining({
      code: 'nothingToConfirm',
      detail: expect.stringContaining('Nordhafen') as string,
    }),
  )
  const early = transfer(leg(0, meridian, { receiverConfirmed: false }))
  expect(() => keeperText(early, meridian, names)).toThrow(
    expect.objectContaining({ code: 'nothingToConfirm' }),
  )
})

test('a registrar reads what is still to come after it, and never its own part', () => {
  expect(keeperText(transfer(leg(0, meridian), leg(1, nordhafen)), meridian, names)).toBe(
    'Meridian confirms this as registrar. Still to come: Nordhafen has to confirm as registrar.',
  )
})

test('the last registrar reads that the delivery settles at once', () => {
  const last = transfer(leg(0, meridian), leg(1, nordhafen, { registrarConfirmed: true }))
  expect(keeperText(last, meridian, names)).toBe(
    'Meridian confirms this as registrar. It settles at once, and cannot be undone.',
  )
})

test('a transfer agent is called so, once, however many legs it keeps', () => {
  const agent = transfer(
    leg(0, meridian, { legType: 'TRADITIONAL' }),
    leg(1, meridian, { legType: 'TRADITIONAL' }),
  )
  expect(keeperText(agent, meridian, names)).toMatch(/^Meridian confirms this as transfer agent\. It settles/)
})
