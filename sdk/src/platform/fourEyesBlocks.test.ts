import { deliveryManagerAbi } from '@connex/contracts'
import { Address } from '@connex/protocol'
import type { DappController, Duty } from '@connex/protocol'
import { toFunctionSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import { fourEyesBlocks } from './fourEyesBlocks.ts'
import type { DeliveryAction } from './fourEyesBlocks.ts'

const dappAddress = Address.parse(`0x${'d'.repeat(40)}`)
const functions = [
  'createDelivery',
  'confirmDelivery',
  'confirmAsSender',
  'confirmAsReceiver',
  'reportExternalDelivery',
  'confirmExternalDelivery',
  'cancelDelivery',
]

const selector = (name: string) =>
  toFunctionSelector(
    deliveryManagerAbi.find((item) => item.type === 'function' && item.name === name) as never,
  )

const controllers = (strict: string, type: DappController['type'] = 'delivery'): DappController[] => [
  {
    address: Address.parse(`0x${'c'.repeat(40)}`),
    type,
    dappAddress,
    tenantAddr: Address.parse(`0x${'a'.repeat(40)}`),
    workflowConfig: functions.map((name) => ({
      functionSelector: selector(name),
      privilege: 'delivery.BACKOFFICE',
      signaturesRequired: name === strict ? 2 : 1,
    })),
  },
]

const confirm = (...duties: Duty[]): DeliveryAction => ({ confirm: duties })

const needs: [string, DeliveryAction[]][] = [
  ['createDelivery', ['create']],
  ['confirmAsSender', [confirm('deliver'), confirm('deliver', 'getPaid')]],
  ['confirmAsReceiver', [confirm('receive'), confirm('receive', 'pay')]],
  ['confirmDelivery', [confirm('deliver', 'receive'), confirm('register')]],
  ['reportExternalDelivery', [confirm('pay'), confirm('receive', 'pay'), confirm('reportDelivery')]],
  ['confirmExternalDelivery', [confirm('getPaid'), confirm('deliver', 'getPaid'), confirm('confirmReceipt')]],
  ['cancelDelivery', ['cancel']],
]
const actions = [...new Set(needs.flatMap(([, some]) => some).map((action) => JSON.stringify(action)))]

describe.each(needs)('two signatures for %s', (name, blocked) => {
  test('hold back exactly the actions that need it, and say what and how many', () => {
    for (const text of actions) {
      const action = JSON.parse(text) as DeliveryAction
      const isBlocked = blocked.some((one) => JSON.stringify(one) === text)
      const blocks = fourEyesBlocks(controllers(name), action)
      expect(
        blocks.map(({ functionName, signaturesRequired }) => [functionName, signaturesRequired]),
      ).toEqual(isBlocked ? [[name, 2]] : [])
    }
  })
})

test('one signature everywhere holds back nothing', () => {
  expect(fourEyesBlocks(controllers(''), 'create')).toEqual([])
})

test('controllers of other dApps do not matter', () => {
  expect(fourEyesBlocks(controllers('createDelivery', 'registry'), 'create')).toEqual([])
})

test('who may by-pass is not held back, everywhere or on this dApp; on another dApp is', () => {
  const privileges = ['user.BYPASS_MULTI_SIGNATURE']
  const on = (instanceAddr: Address) => ({
    privileges: [],
    instancePrivileges: [{ instanceAddr, privileges }],
  })
  const strict = controllers('createDelivery')
  expect(fourEyesBlocks(strict, 'create', { privileges, instancePrivileges: [] })).toEqual([])
  expect(fourEyesBlocks(strict, 'create', on(dappAddress))).toEqual([])
  expect(fourEyesBlocks(strict, 'create', on(Address.parse(`0x${'9'.repeat(40)}`)))).toHaveLength(1)
})
