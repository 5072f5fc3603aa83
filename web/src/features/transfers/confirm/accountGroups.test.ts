import { AccountNumber, type Address, type DeliveryLeg } from '@connex/protocol'
import { expect, it } from 'vitest'
import { accountGroups, legAccountsOf, quantityOf } from './accountGroups.ts'

const [own, other] = ['0x01', '0x02'] as [Address, Address]
const [meridian, nordhafen] = ['0x0a', '0x0b'] as [Address, Address]
const leg = (legIdx: number, given: Partial<Record<keyof DeliveryLeg, unknown>> = {}): DeliveryLeg =>
  ({
    legIdx,
    legType: 'DIGITAL',
    sender: other,
    receiver: own,
    registrar: meridian,
    assetManagerAddr: '0x0f',
    assetId: '0x11',
    quantity: '3',
    receiverAccount: null,
    ...given,
  }) as unknown as DeliveryLeg
const back = { sender: own, receiver: other }
const groupsOf = (legs: DeliveryLeg[], duties = ['deliver', 'receive'] as ('deliver' | 'receive')[]) =>
  accountGroups({ legs }, own, duties)
const legsOf = (...parameters: Parameters<typeof groupsOf>) =>
  groupsOf(...parameters).map(({ role, legs }) => [role, legs.map(({ legIdx }) => legIdx)])

it('needs no account for what is not owed, is set already, or leaves no account', () => {
  expect(legsOf([leg(0), leg(1, back)], [])).toEqual([])
  expect(legsOf([leg(0, { receiverAccount: '7' })])).toEqual([])
  expect(legsOf([leg(0, { legType: 'EXTERNAL' }), leg(1, { legType: 'TOKEN' })])).toEqual([])
})

it('wants an account of each custodian to receive, and of each registry to deliver', () => {
  expect(
    legsOf([
      leg(0, back),
      leg(1, { ...back, registrar: nordhafen, assetId: '0x22' }),
      leg(2, { ...back, assetId: '0x33' }),
      leg(3, back),
      leg(4),
      leg(5, { assetId: '0x44' }),
      leg(6, { registrar: nordhafen }),
    ]),
  ).toEqual([
    ['deliver', [0, 3]],
    ['deliver', [1]],
    ['deliver', [2]],
    ['receive', [4, 5]],
    ['receive', [6]],
  ])
})

it('names the account of every leg, and none while one is missing', () => {
  const groups = groupsOf([leg(0, back), leg(1, back), leg(2, { registrar: nordhafen })])
  const accounts = new Map([
    ['deliver', AccountNumber.parse('11')],
    ['receive', AccountNumber.parse('77')],
  ])
  expect(legAccountsOf(groups, ({ role }) => accounts.get(role))).toEqual({ 0: '11', 1: '11', 2: '77' })
  accounts.delete('receive')
  expect(legAccountsOf(groups, ({ role }) => accounts.get(role))).toBeUndefined()
  expect(legAccountsOf([], () => undefined)).toEqual({})
  expect(groups.map(quantityOf)).toEqual([6n, 3n])
})
