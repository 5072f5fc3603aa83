import { AccountNumber, Address, DeliveryId, RegistryId, ZERO_ADDRESS } from '@connex/protocol'
import type { RegistryInstrument } from '@connex/protocol'
import type { SignedCall, SignedLeg } from '@connex/sdk/preparing'
import { expect, test } from 'vitest'
import { consequencesOf } from './consequences.ts'
import type { Names } from './consequences.ts'

const address = (digit: string) => Address.parse(`0x${digit.repeat(40)}`)
const [alpen, baltic, meridian, nordhafen, manager] = ['1', '2', '3', '4', '5'].map(address) as [
  Address,
  Address,
  Address,
  Address,
  Address,
]
const registryId = RegistryId.parse(`0x${'a'.repeat(64)}`)

const securities = (more: Partial<SignedLeg> = {}): SignedLeg => ({
  legType: 'DIGITAL',
  sender: alpen,
  receiver: baltic,
  registrar: meridian,
  assetManagerAddr: manager,
  registryId,
  currency: undefined,
  quantity: 100_000n,
  senderAccount: AccountNumber.parse('4100118'),
  receiverAccount: undefined,
  ...more,
})

const payment: SignedLeg = {
  ...securities({ legType: 'EXTERNAL', sender: baltic, receiver: alpen, registrar: ZERO_ADDRESS }),
  assetManagerAddr: ZERO_ADDRESS,
  registryId: undefined,
  currency: 'EUR',
  quantity: 0n,
  senderAccount: undefined,
}

const call = (legs: SignedLeg[], more: Partial<SignedCall> = {}) =>
  ({
    functionName: 'confirmDelivery',
    deliveryManagerAddr: manager,
    deliveryId: DeliveryId.parse(`0x${'d'.repeat(64)}`),
    legs,
    valueDate: undefined,
    accounts: [],
    legIdx: undefined,
    ...more,
  }) as unknown as SignedCall

const names = (own: Address, more: Partial<RegistryInstrument> = {}): Names => ({
  own,
  tenants: new Map([
    [alpen, 'Alpenbank'],
    [baltic, 'Baltic Trust Bank'],
    [meridian, 'Meridian Registrars'],
    [nordhafen, 'Nordhafen Custody'],
  ]),
  registries: [
    {
      registryId,
      registryManagerAddr: manager,
      decimals: 2,
      identifier: 'DE000A2LQ5M4',
      label: 'Hanse State 2034',
      ...more,
    } as RegistryInstrument,
  ],
  details: { cashQuantity: '980.00', cashCurrency: 'EUR' },
})

const AS_REGISTRAR = 'You confirm as the registrar: with the last confirmation, all legs settle.'
const BOTH = 'You confirm both what you deliver and what you receive; what you deliver is earmarked.'

test.each([
  [
    'the registrar of a repo, whose payment nobody registers',
    meridian,
    [securities(), payment],
    AS_REGISTRAR,
  ],
  [
    'the registrar of one side of an exchange alone',
    nordhafen,
    [securities(), securities({ registrar: nordhafen })],
    AS_REGISTRAR,
  ],
  [
    'the registrar of a burn, which it receives',
    meridian,
    [securities({ receiver: meridian })],
    AS_REGISTRAR,
  ],
  [
    'a registrar that is also a party elsewhere',
    meridian,
    [securities(), securities({ sender: meridian, registrar: nordhafen })],
    BOTH,
  ],
  ['a party of a repo', alpen, [securities(), payment], BOTH],
])('the sentence for %s says what its confirmation does', (_, own, legs, act) => {
  expect(consequencesOf([call(legs)], names(own), undefined)[0]).toBe(act)
})

test('legs name parties, accounts, the registrar and the amount, and a private instrument by its label', () => {
  const own = names(baltic)
  const [, leg, cash] = consequencesOf(
    [call([securities(), payment], { accounts: [AccountNumber.parse('4100218'), undefined] })],
    own,
    undefined,
  )
  expect(leg).toBe(
    'Alpenbank delivers 1,000.00 DE000A2LQ5M4 from account 4100118 to Baltic Trust Bank, account 4100218, with Meridian Registrars as registrar.',
  )
  expect(cash).toBe('Baltic Trust Bank pays EUR 980.00 to Alpenbank, outside the ledger.')
  const hidden = names(alpen, {
    identifier: `0x${'b'.repeat(64)}`,
    label: 'Speicher Note 2027 (HI-2024-007)',
  })
  expect(consequencesOf([call([securities()])], hidden, undefined)[1]).toContain(
    'delivers 1,000.00 Speicher Note 2027 (HI-2024-007) from account 4100118',
  )
})
