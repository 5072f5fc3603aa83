import { expect, test } from 'vitest'
import { Address } from '../scalars.ts'
import { cashSideOf, isCashOnly } from './transfer.ts'

const [own, other] = ['11', '22'].map((digits) => Address.parse(`0x${digits.repeat(20)}`)) as [
  Address,
  Address,
]
const leg = (legType: 'DIGITAL' | 'EXTERNAL', sender: Address) => ({ legType, sender })

test('a transfer without a payment has no side of cash', () => {
  const legs = [leg('DIGITAL', own), leg('DIGITAL', other)]
  expect(cashSideOf({ legs, direction: 'DELIVER' })).toBeUndefined()
  expect(isCashOnly(legs)).toBe(false)
})

test('cash against securities is on the other side', () => {
  const legs = [leg('DIGITAL', own), leg('EXTERNAL', other)]
  expect(cashSideOf({ legs, direction: 'DELIVER' })).toBe('receive')
  expect(cashSideOf({ legs, direction: 'RECEIVE' })).toBe('deliver')
  expect(isCashOnly(legs)).toBe(false)
})

test('cash that goes the way of the securities is on their side', () => {
  const legs = [leg('DIGITAL', own), leg('DIGITAL', other), leg('EXTERNAL', own)]
  expect(cashSideOf({ legs, direction: 'DELIVER' })).toBe('deliver')
})

test('a payment alone is on the side of who pays', () => {
  const legs = [leg('EXTERNAL', own)]
  expect(cashSideOf({ legs, direction: 'DELIVER' })).toBe('deliver')
  expect(cashSideOf({ legs, direction: 'RECEIVE' })).toBe('receive')
  expect(isCashOnly(legs)).toBe(true)
})
