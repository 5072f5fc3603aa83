import { expect, it } from 'vitest'
import { DeliveryId } from '../scalars.ts'
import { awaitedDelivery, daysLate } from './dueLate.ts'

const idOf = (digit: string) => DeliveryId.parse(`0x${digit.repeat(64)}`)
const late = { isOverdue: true, state: 'SETTLED', deliveryId: idOf('1'), closingDeliveryId: null } as const

it('counts the days of the calendar since the day, weekends included', () => {
  expect(daysLate({ date: '2026-11-20', isOverdue: true }, '2026-11-23')).toBe(3)
  expect(daysLate({ date: '2026-11-30', isOverdue: false }, '2026-11-23')).toBe(0)
  expect(daysLate({ date: null, isOverdue: false }, '2026-11-23')).toBe(0)
})

it('waits for the return that closes a late deal, and for nothing while there is none', () => {
  expect(awaitedDelivery({ ...late, closingDeliveryId: idOf('2') })).toBe(idOf('2'))
  expect(awaitedDelivery(late)).toBeNull()
})

it('waits for a late transfer itself until it has settled', () => {
  expect(awaitedDelivery({ ...late, state: 'PENDING_CUSTODIAN' })).toBe(idOf('1'))
  expect(awaitedDelivery({ ...late, state: 'PENDING_CUSTODIAN', isOverdue: false })).toBeNull()
  expect(awaitedDelivery({ ...late, state: null, deliveryId: null })).toBeNull()
})
