import { describe, expect, test } from 'vitest'
import { Seconds } from '../scalars.ts'
import type { DeliveryLeg, LegType } from './delivery.ts'
import { expiresAt, isExpired, isReported } from './expiry.ts'

const createdAt = Seconds.parse(Date.UTC(2026, 10, 22, 9, 30, 1) / 1000)
const NINETY_DAYS = 7_776_000

describe('expiresAt', () => {
  test('is 90 days after the value date', () => {
    const valueDate = Seconds.parse(Date.UTC(2026, 10, 24) / 1000)
    expect(expiresAt({ valueDate, createdAt })).toBe(Date.UTC(2027, 1, 22) / 1000)
  })

  test('is 90 days after the creation without a value date, to the second', () => {
    expect(expiresAt({ valueDate: Seconds.parse(0), createdAt })).toBe(createdAt + NINETY_DAYS)
  })
})

test('a pending delivery has expired from its expiry on; one that has ended never does', () => {
  const at = Seconds.parse(1_800_000_000)
  const of = (deliveryState: 'CREATED' | 'PENDING' | 'SETTLED' | 'CANCELED', now: number) =>
    isExpired({ deliveryState, expiresAt: at }, now)
  expect(of('PENDING', at - 1)).toBe(false)
  expect(of('PENDING', at)).toBe(true)
  expect(of('CREATED', at)).toBe(true)
  expect(of('SETTLED', at + 1)).toBe(false)
  expect(of('CANCELED', at + 1)).toBe(false)
})

test('a report or a lock is one by its sender on a leg that no registry moves', () => {
  const legs = (legType: LegType, senderConfirmed: boolean) => ({
    legs: [{ legType, senderConfirmed } as DeliveryLeg],
  })
  expect(isReported(legs('DIGITAL', true))).toBe(false)
  expect(isReported(legs('ERC20', true))).toBe(false)
  for (const legType of ['EXTERNAL', 'TRADITIONAL', 'HTLC'] as const) {
    expect(isReported(legs(legType, false))).toBe(false)
    expect(isReported(legs(legType, true))).toBe(true)
  }
})
