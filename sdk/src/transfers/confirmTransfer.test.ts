import { deliveryManagerAbi } from '@connex/contracts'
import { Address, Bytes32, DeliveryId, HexData, Quantity, ZERO_ADDRESS } from '@connex/protocol'
import type { DeliveryLeg, Duty, LegType } from '@connex/protocol'
import { expect, test } from 'vitest'
import { decodeFunctionData } from 'viem/utils'
import { confirmationCalls } from './confirmTransfer.ts'

const tenant = (digit: string) => Address.parse(`0x${digit.repeat(40)}`)
const leg = (legType: LegType) =>
  ({
    legIdx: 0,
    legType,
    sender: tenant('a'),
    receiver: tenant('b'),
    registrar: ZERO_ADDRESS,
    txCoordinator: ZERO_ADDRESS,
    assetManagerAddr: tenant('c'),
    assetId: Bytes32.parse(`0x${'1'.repeat(64)}`),
    quantity: Quantity.parse('3'),
    senderData: HexData.parse('0x'),
    receiverData: HexData.parse('0x'),
    senderAccount: null,
    receiverAccount: null,
  }) as DeliveryLeg

/** The functions called for a duty on a leg of this type, where no account is named. */
const called = (legType: LegType, duty: Duty) =>
  confirmationCalls(
    {
      deliveryId: DeliveryId.parse(`0x${'2'.repeat(64)}`),
      deliveryManagerAddr: tenant('d'),
      legs: [leg(legType)],
    },
    [{ tenant: tenant('a'), duty, legIdx: 0, mayGiveNow: true }],
    {},
  ).map(({ data }) => decodeFunctionData({ abi: deliveryManagerAbi, data }).functionName)

test('securities are neither delivered nor received without an account', () => {
  expect(() => called('DIGITAL', 'deliver')).toThrow('account')
  expect(() => called('TXC', 'receive')).toThrow('account')
})

test('a token needs no account', () => {
  expect(called('ERC20', 'deliver')).toEqual(['confirmAsSender'])
  expect(called('ERC721', 'receive')).toEqual(['confirmAsReceiver'])
})

test('cash and traditional instruments are reported and confirmed by calls of their own', () => {
  expect(called('EXTERNAL', 'pay')).toEqual(['reportExternalDelivery'])
  expect(called('TRADITIONAL', 'reportDelivery')).toEqual(['reportExternalDelivery'])
  expect(called('TRADITIONAL', 'confirmReceipt')).toEqual(['confirmExternalDelivery'])
})
