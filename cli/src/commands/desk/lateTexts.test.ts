import { DeliveryId, ZERO_ADDRESS } from '@connex/protocol'
import type { Address, DeliveryLeg, DueEvent } from '@connex/protocol'
import { expect, test } from 'vitest'
import { lateText } from './lateTexts.ts'

const TODAY = '2026-11-26'
const [alpen, baltic, meridian] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}` as Address)
const nameOf = (address: Address) => (address === meridian ? 'Meridian Registrars' : 'Baltic Trust Bank')
const closing = DeliveryId.parse(`0x${'2'.repeat(64)}`)

const event = (differing: Partial<DueEvent>) =>
  ({
    kind: 'REPURCHASE',
    date: '2026-11-24',
    isOverdue: true,
    state: 'SETTLED',
    deliveryId: DeliveryId.parse(`0x${'1'.repeat(64)}`),
    closingDeliveryId: null,
    ...differing,
  }) as DueEvent
const textOf = (differing: Partial<DueEvent>) => {
  const leg = {
    legIdx: 0,
    legType: 'DIGITAL',
    sender: alpen,
    receiver: baltic,
    registrar: meridian,
    txCoordinator: ZERO_ADDRESS,
    senderConfirmed: true,
    receiverConfirmed: true,
    registrarConfirmed: false,
    coordinatorConfirmed: false,
  } as DeliveryLeg
  return lateText(
    event(differing),
    TODAY,
    new Map([[closing, { deliveryState: 'PENDING', legs: [leg] }]]),
    nameOf,
  )
}

test('a deal of which nothing is on its way back is so many days late', () => {
  expect(textOf({})).toBe('2 days late')
  expect(textOf({ date: '2026-11-25' })).toBe('1 day late')
})

test('a deal whose return is on its way says whose turn it is', () => {
  expect(textOf({ closingDeliveryId: closing })).toBe(
    '2 days late. Next: Meridian Registrars must confirm as registrar.',
  )
})

test('what is not late has no text', () => {
  expect(textOf({ isOverdue: false, date: TODAY, closingDeliveryId: closing })).toBe('')
})
