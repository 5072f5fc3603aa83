import { expect, test } from 'vitest'
import { Address } from '../scalars.ts'
import { turnsOf } from './turnsOf.ts'
import type { DeliveryTurn } from './owes.ts'

const address = (digit: string) => Address.parse(`0x${digit.repeat(40)}`)
const [seller, buyer, registrar, nobody] = ['1', '2', '3', '0'].map(address) as [
  Address,
  Address,
  Address,
  Address,
]
type Leg = DeliveryTurn['legs'][number]

const leg = (legIdx: number, more: Partial<Leg>): Leg =>
  ({
    legIdx,
    legType: 'DIGITAL',
    sender: seller,
    receiver: buyer,
    registrar,
    txCoordinator: nobody,
    senderConfirmed: false,
    receiverConfirmed: false,
    registrarConfirmed: false,
    coordinatorConfirmed: false,
    ...more,
  }) as Leg
const cash = (more: Partial<Leg> = {}) =>
  leg(1, { legType: 'EXTERNAL', sender: buyer, receiver: seller, registrar: nobody, ...more })
const delivery = (...legs: Leg[]): DeliveryTurn => ({ deliveryState: 'PENDING', legs })
const confirmIt = { action: 'confirmDelivery', legIdx: null }

test('nobody’s turn is told of what is over, nor the turn of who takes no part', () => {
  expect(turnsOf({ ...delivery(leg(0, {})), deliveryState: 'SETTLED' }, seller)).toEqual([])
  expect(turnsOf(delivery(leg(0, {})), nobody)).toEqual([])
})

test('several legs are confirmed at once', () => {
  expect(turnsOf(delivery(leg(0, {}), leg(1, {})), seller)).toEqual([confirmIt])
})

test('R068 a payment is reported once the securities are earmarked, then confirmed, each on its leg', () => {
  expect(turnsOf(delivery(leg(0, {}), cash()), buyer)).toEqual([confirmIt])
  const earmarked = leg(0, { senderConfirmed: true })
  expect(turnsOf(delivery(earmarked, cash()), buyer)).toEqual([
    confirmIt,
    { action: 'reportExternalDelivery', legIdx: 1 },
  ])
  expect(turnsOf(delivery(earmarked, cash({ senderConfirmed: true })), seller)).toEqual([
    { action: 'confirmExternalDelivery', legIdx: 1 },
  ])
})

test('a traditional leg is reported as delivered, then confirmed, each on its leg', () => {
  const outside = cash({ legType: 'TRADITIONAL' })
  expect(turnsOf(delivery(outside), buyer)).toEqual([{ action: 'reportExternalDelivery', legIdx: 1 }])
  expect(turnsOf(delivery({ ...outside, senderConfirmed: true }), seller)).toEqual([
    { action: 'confirmExternalDelivery', legIdx: 1 },
  ])
})

test('an HTLC leg is locked by its sender, and last of all unlocked by its receiver', () => {
  const htlc = cash({ legType: 'HTLC' })
  const done = { senderConfirmed: true, receiverConfirmed: true, registrarConfirmed: true }
  const given = leg(0, { ...done, registrarConfirmed: false })
  expect(turnsOf(delivery(given, htlc), buyer)).toEqual([{ action: 'confirmAndLockLeg', legIdx: 1 }])
  const locked = { ...htlc, senderConfirmed: true }
  expect(turnsOf(delivery(given, locked), registrar)).toEqual([confirmIt])
  expect(turnsOf(delivery(leg(0, done), locked), seller)).toEqual([
    { action: 'unlockAndDeliverLeg', legIdx: 1 },
  ])
})
