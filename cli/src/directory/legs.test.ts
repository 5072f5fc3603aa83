import {
  AccountNumber,
  type Address,
  type DeliveryLeg,
  dutyOf,
  isDigital,
  LegType,
  type Transfer,
  ZERO_ADDRESS,
} from '@connex/protocol'
import type { DealMove, LotName, ReturnProposal } from '@connex/protocol/deals'
import { expect, test } from 'vitest'
import { dutyText } from '@connex/protocol/duties'
import { offLedgerWarnings, legSentences, returnSentences } from './legs.ts'

const [alpen, baltic, meridian] = ['0x01', '0x02', '0x03'] as Address[]
const names = {
  nameOf: (address: string) => ({ '0x01': 'Alpenbank', '0x02': 'Baltic' })[address] ?? 'Meridian',
}

const leg = (legType: LegType) =>
  ({
    legIdx: 0,
    legType,
    sender: alpen,
    receiver: baltic,
    registrar: legType === 'TRADITIONAL' ? meridian : ZERO_ADDRESS,
    assetManagerAddr: '0xcd',
    identifier: legType === 'TRADITIONAL' || isDigital({ legType }) ? 'DE000A2LQ5M4' : null,
    quantity: '3',
    decimals: 0,
    senderAccount: null,
    receiverAccount: null,
    senderConfirmed: true,
  }) as DeliveryLeg
const transfer = (...legs: DeliveryLeg[]) =>
  ({ legs, cashQuantity: '98000.00', cashCurrency: 'EUR' }) as Transfer

const confirmations = ['confirm the delivery', 'confirm the receipt'] as const
const ofDigital = ['Alpenbank delivers 3 DE000A2LQ5M4 to Baltic.', ...confirmations] as const
const ofToken = [
  'Alpenbank delivers 3 units of token 0xcd to Baltic, through escrow.',
  ...confirmations,
] as const

/** A sentence, and the duty of each party. */
const TEXTS: Record<
  Exclude<LegType, 'NONE'>,
  readonly [sentence: string, sender: string, receiver: string]
> = {
  EXTERNAL: [
    'Alpenbank pays cash to Baltic, outside the ledger.',
    'report the payment as sent',
    'confirm that the payment arrived',
  ],
  HTLC: [
    'Alpenbank locks 3 units of token 0xcd for Baltic, with a hash and a deadline.',
    'lock its leg with a hash',
    'unlock its leg with the key',
  ],
  TRADITIONAL: [
    'Alpenbank delivers 3 DE000A2LQ5M4 to Baltic, outside the ledger.',
    'report the delivery outside the ledger',
    'confirm the receipt outside the ledger',
  ],
  DIGITAL: ofDigital,
  DIGITAL_WITH_COORDINATOR: ofDigital,
  ERC20: ofToken,
  ERC721: ofToken,
  TXC: ofDigital,
}

const ledgerTypes = LegType.options.filter((type) => type !== 'NONE')

test.each(ledgerTypes)('a leg of type %s has a sentence, and a duty for each party', (type) => {
  const [sentence, sender, receiver] = TEXTS[type]
  const one = leg(type)
  expect(legSentences(transfer(one), names).map((text) => text.replace('EUR 98,000.00', 'cash'))).toEqual([
    sentence,
  ])
  expect(dutyText(dutyOf(one, 'sender'), one)).toBe(sender)
  expect(dutyText(dutyOf(one, 'receiver'), one)).toBe(receiver)
  expect(dutyText('register', one)).toBe(
    type === 'TRADITIONAL' ? 'confirm as transfer agent' : 'confirm as registrar',
  )
})

test('a reported payment or delivery outside the ledger is warned of', () => {
  expect(offLedgerWarnings(transfer(leg('DIGITAL'), leg('HTLC')))).toEqual([])
  const texts = offLedgerWarnings(transfer(leg('EXTERNAL'), leg('TRADITIONAL')))
  expect(texts[0]).toMatch(/^A payment was reported/)
  expect(texts[1]).toMatch(/^A delivery outside the ledger was reported/)
})

test('a return names an instrument that nobody can name, and the account of each side', () => {
  const move = {
    lot: 'P1' as LotName,
    asset: { decimals: 0, identifier: null } as DealMove['asset'],
    quantity: 3n,
    sender: baltic as Address,
    receiver: alpen as Address,
  }
  const of = (name: string, address: Address | undefined) => ({
    own: { name, address: address as Address },
    other: name === 'Baltic' ? 'Alpenbank' : 'Baltic',
    accountOf: () => AccountNumber.parse('22'),
  })
  const proposal = { moves: [move], payment: null, isFull: false } as unknown as ReturnProposal
  expect(returnSentences(proposal, of('Baltic', baltic))).toEqual([
    'Baltic returns 3 of an unknown instrument from account 22; it is earmarked immediately.',
  ])
  expect(returnSentences(proposal, of('Alpenbank', alpen))).toEqual([
    'Baltic returns 3 of an unknown instrument into account 22.',
  ])
})
