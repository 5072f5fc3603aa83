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
  fingerprint: undefined,
  deliveryManagerAddr: other,
  deliveryId: DeliveryId.parse(`0x${'7'.repeat(64)}`),
  legs: [securities, payment],
  valueDate: undefined,
  accounts: [],
  legIdx: undefined,
  ...part,
})

test('an unknown instrument is counted in its smallest units, never as if it had no decimals', () => {
  const { legs } = signedText(call({}), { ...names, instrumentOf: () => undefined })
  expect(legs[0]).toBe('123,456 smallest units of registry 0x6666…6666 from Baltic to Alpenbank')
})

test('each leg is a sentence: what, from whom to whom, through which account; a value date comes first', () => {
  const accounts = [AccountNumber.parse('4100118')]
  expect(signedText(call({ functionName: 'confirmAsReceiver', accounts }), names)).toEqual({
    act: 'You confirm what you receive.',
    legs: [
      '1,234.56 DE000A2LQ5M4 from Baltic to Alpenbank, into account 4100118',
      'EUR payment from Baltic to Alpenbank (amount not on the ledger)',
    ],
  })
  const valueDate = Seconds.parse(1_795_219_200)
  expect(signedText(call({ valueDate }), names).act).toBe(
    'You create a transfer. Not before 21 Nov 2026 (UTC).',
  )
})

test('a payment that is reported tells of that payment alone', () => {
  const { legs } = signedText(call({ functionName: 'reportExternalDelivery', legIdx: 1 }), names)
  expect(legs).toEqual(['EUR payment from Baltic to Alpenbank (amount not on the ledger)'])
})

test('only what waits for a custodian is called a request', () => {
  const burn = { ...securities, sender: own, receiver: other }
  const act = (functionName: SignedCall['functionName'], ...legs: SignedCall['legs']) =>
    signedText(call({ functionName, legs }), names).act
  expect(act('createDelivery', { ...securities, registrar: own, receiver: other })).toBe(
    'You create a transfer.',
  )
  expect(act('createDelivery', securities)).toBe('You create a mint request.')
  expect(act('cancelDelivery', securities)).toBe('You cancel a mint request.')
  expect(act('createDelivery', burn)).toBe('You create a burn request.')
  expect(act('cancelDelivery', burn)).toBe('You cancel a burn request.')
  expect(act('cancelDelivery', burn, securities)).toMatch(/^You cancel the transfer/)
})
