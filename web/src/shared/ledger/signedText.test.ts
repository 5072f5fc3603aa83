import { AccountNumber, Address, DeliveryId, RegistryId, Seconds } from '@connex/protocol'
import type { SignedCall } from '@connex/sdk'
import { expect, test } from 'vitest'
import { deals } from '../../messages/en/deals.ts'
import { addMessages } from '../../messages/t.ts'
import { signedText, type SignedNames } from './signedText.ts'

addMessages(deals)
const own = Address.parse(`0x${'2'.repeat(40)}`)
const other = Address.parse(`0x${'3'.repeat(40)}`)
const names: SignedNames = {
  own,
  nameOf: (address) => (address === own ? 'Alpenbank' : 'Baltic'),
  instrumentOf: () => ({ name: 'DE000A2LQ5M4', decimals: 2 }),
}
const securities = {
  legType: 'DIGITAL' as const,
  sender: other,
  receiver: own,
  registrar: other,
  assetManagerAddr: other,
  registryId: RegistryId.parse(`0x${'6'.repeat(64)}`),
  currency: undefined,
  quantity: 123_456n,
  senderAccount: undefined,
  receiverAccount: undefined,
}
const payment = {
  ...securities,
  legType: 'EXTERNAL' as const,
  registryId: undefined,
  currency: 'EUR',
  quantity: 0n,
}
const call = (part: Partial<SignedCall>): SignedCall => ({
  functionName: 'createDelivery',
  deliveryManagerAddr: other,
  deliveryId: DeliveryId.parse(`0x${'7'.repeat(64)}`),
  legs: [securities, payment],
  valueDate: undefined,
  accounts: [],
  legIdx: undefined,
  ...part,
})

test('an unknown instrument is told in its smallest units, never as if it had no decimals', () => {
  const { legs } = signedText(call({}), { ...names, instrumentOf: () => undefined })
  expect(legs[0]).toBe('123,456 smallest units of registry 0x6666…6666 from Baltic to Alpenbank')
})

test('each leg is a sentence: what, from whom to whom, through which account; a value date stands first', () => {
  const accounts = [AccountNumber.parse('4100118')]
  expect(signedText(call({ functionName: 'confirmAsReceiver', accounts }), names)).toEqual({
    act: 'What you receive is confirmed.',
    legs: [
      '1,234.56 DE000A2LQ5M4 from Baltic to Alpenbank, into account 4100118',
      'A payment in EUR from Baltic to Alpenbank: its amount stays private',
    ],
  })
  const valueDate = Seconds.parse(1_795_219_200)
  expect(signedText(call({ valueDate }), names).act).toBe(
    'A transfer is created. On 21 Nov 2026 at the earliest (UTC).',
  )
})

test('a payment that is reported tells of that payment alone', () => {
  const { legs } = signedText(call({ functionName: 'reportExternalDelivery', legIdx: 1 }), names)
  expect(legs).toEqual(['A payment in EUR from Baltic to Alpenbank: its amount stays private'])
})

test('what is asked of a custodian is called a request, and what is not is not', () => {
  const burn = { ...securities, sender: own, receiver: other }
  const act = (functionName: SignedCall['functionName'], ...legs: SignedCall['legs']) =>
    signedText(call({ functionName, legs }), names).act
  expect(act('createDelivery', { ...securities, registrar: own, receiver: other })).toBe(
    'A transfer is created.',
  )
  expect(act('createDelivery', securities)).toBe('A mint request is created.')
  expect(act('cancelDelivery', securities)).toBe('A mint request is canceled.')
  expect(act('createDelivery', burn)).toBe('A burn request is created.')
  expect(act('cancelDelivery', burn)).toBe('A burn request is canceled.')
  expect(act('cancelDelivery', burn, securities)).toMatch(/^A transfer is canceled/)
})
