// WEB-16: what a user is shown is read back from the bytes that are signed.
import { deliveryManagerAbi } from '@connex/contracts'
import { AccountNumber, Address, RegistryId, Seconds, ZERO_ADDRESS, randomBytes32 } from '@connex/protocol'
import { describe, expect, test } from 'vitest'
import { contractCall } from './contractCall.ts'
import { batchData } from './controller.ts'
import { accountData, digitalLeg, externalLeg } from './legs.ts'
import { decodeForReview, assertMatchesReview } from './review.ts'
import { hex } from './scalars.ts'

const addressOf = (digit: string) => Address.parse(`0x${digit.repeat(40)}`)
const [manager, own, other, registrar, registryManagerAddr] = ['1', '2', '3', '4', '5'].map(addressOf) as [
  Address,
  Address,
  Address,
  Address,
  Address,
]
const registryId = RegistryId.parse(`0x${'6'.repeat(64)}`)
const account = AccountNumber.parse('4100118')
const DELIVERY = `0x${'7'.repeat(64)}` as const
const securities = (quantity = 1000n, receiver = other, senderAccount = account) =>
  digitalLeg({
    sender: own,
    receiver,
    registrarAddr: registrar,
    registryManagerAddr,
    registryId,
    quantity,
    senderAccount,
  })
const cash = externalLeg({ sender: other, receiver: own, currency: 'EUR' })

const signed = (...calls: ReturnType<typeof contractCall>[]) => ({
  to: addressOf('9'),
  data: batchData(
    calls.map(({ to, data }) => ({ target: to as `0x${string}`, data })),
    [],
    { nonce: 0n, deadline: 1n, sender: hex(ZERO_ADDRESS) },
  ),
})
const create = (legs = [securities(), cash], valueDate = 0n) =>
  contractCall(deliveryManagerAbi, manager, 'createDelivery', [
    randomBytes32() as `0x${string}`,
    randomBytes32() as `0x${string}`,
    legs,
    valueDate,
  ])
const cancel = (id: `0x${string}` = DELIVERY) =>
  contractCall(deliveryManagerAbi, manager, 'cancelDelivery', [
    id,
    [securities()],
    randomBytes32() as `0x${string}`,
  ])

describe('what is refused', () => {
  test('bytes that are not a batch, and calls that are not an action of a party', () => {
    expect(() => decodeForReview({ data: '0x12345678' })).toThrow('0x12345678')
    const strange = contractCall(deliveryManagerAbi, manager, 'unregisterLegManager', [1])
    expect(() => decodeForReview(signed(strange))).toThrow('not an action of a party')
  })

  test.each([
    ['quantity', create([securities(1001n), cash])],
    ['receiver', create([securities(1000n, registrar), cash])],
    ['account', create([securities(1000n, other, AccountNumber.parse('1')), cash])],
    ['payment', create([securities()])],
    ['value date', create(undefined, 1_795_219_200n)],
    ['act', cancel()],
  ])('another %s than the one that was shown', (_, changed) => {
    expect(() => assertMatchesReview(signed(create()), signed(changed))).toThrow(
      'changed since you reviewed it',
    )
  })

  test('anything, where nothing could be shown', () => {
    expect(() => assertMatchesReview(undefined, signed(create()))).toThrow('was not shown')
  })

  test('another delivery than the one that was shown, one more call, another controller', () => {
    const shown = signed(cancel())
    expect(() => assertMatchesReview(shown, signed(cancel(`0x${'8'.repeat(64)}`)))).toThrow(
      'changed since you reviewed it',
    )
    expect(() => assertMatchesReview(shown, signed(cancel(), cancel()))).toThrow(
      'changed since you reviewed it',
    )
    expect(() => assertMatchesReview(shown, { ...signed(cancel()), to: own })).toThrow(
      'changed since you reviewed it',
    )
  })
})

test('WEB-16 a creation is read back whole: who, what, from which account, not before which day', () => {
  const [created, ...others] = decodeForReview(signed(create(undefined, 1_795_219_200n)))
  expect(others).toEqual([])
  expect(created).toMatchObject({
    functionName: 'createDelivery',
    deliveryManagerAddr: manager,
    valueDate: Seconds.parse(1_795_219_200),
    accounts: [],
    legs: [
      {
        legType: 'DIGITAL',
        sender: own,
        receiver: other,
        registrar,
        quantity: 1000n,
        registryId,
        senderAccount: account,
      },
      { legType: 'EXTERNAL', sender: other, receiver: own, currency: 'EUR', registryId: undefined },
    ],
  })
})

test('a confirmation is read back with the accounts that it names, a payment with its leg', () => {
  const confirm = contractCall(deliveryManagerAbi, manager, 'confirmAsReceiver', [
    DELIVERY,
    [securities(), cash],
    [accountData(account), '0x'],
  ])
  const pay = contractCall(deliveryManagerAbi, manager, 'reportExternalDelivery', [
    DELIVERY,
    [securities(), cash],
    1n,
  ])
  expect(decodeForReview(signed(confirm, pay))).toMatchObject([
    {
      functionName: 'confirmAsReceiver',
      deliveryId: DELIVERY,
      accounts: [account, undefined],
      legIdx: undefined,
    },
    { functionName: 'reportExternalDelivery', deliveryId: DELIVERY, accounts: [], legIdx: 1 },
  ])
})

test('values that are drawn again for every try make no difference', () => {
  expect(() => assertMatchesReview(signed(create()), { ...signed(create()), value: 0n })).not.toThrow()
  expect(() => assertMatchesReview(signed(cancel()), signed(cancel()))).not.toThrow()
})
