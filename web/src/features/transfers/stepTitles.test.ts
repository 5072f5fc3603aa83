import type { LegType } from '@connex/protocol'
import { dutyOf } from '@connex/protocol'
import { expect, it } from 'vitest'
import { transfers } from '../../messages/en/transfers.ts'
import { addMessages, tLoose } from '../../messages/t.ts'
import { givenTitle, owedTitle } from './stepTitles.ts'

addMessages(transfers)

const securities = [
  'Delivery to be confirmed → Delivery confirmed and securities earmarked',
  'Receipt to be confirmed → Receipt confirmed',
]
const tokens = [
  'Delivery to be confirmed → Delivery confirmed and tokens put in escrow',
  'Receipt to be confirmed → Receipt confirmed',
]

it.each<[LegType, string[]]>([
  ['DIGITAL', securities],
  ['DIGITAL_WITH_COORDINATOR', securities],
  ['TXC', securities],
  ['ERC20', tokens],
  ['ERC721', tokens],
  [
    'EXTERNAL',
    [
      'Payment to be reported as sent → Payment sent',
      'Payment to be confirmed as arrived → Payment received',
    ],
  ],
  [
    'TRADITIONAL',
    ['Delivery to be reported → Delivery reported', 'Receipt to be confirmed → Receipt confirmed'],
  ],
  [
    'HTLC',
    [
      'To be locked with a hash → Locked with a hash',
      'To be unlocked with the key; everything settles in one step → Unlocked with the key',
    ],
  ],
])('a leg of type %s is worded as what it is, owed and given', (legType, expected) => {
  const words = (['sender', 'receiver'] as const).map((role) => {
    const owed = tLoose(owedTitle({ legType }, dutyOf({ legType }, role), false), {})
    return `${owed} → ${tLoose(givenTitle({ legType }, role), {})}`
  })
  expect(words).toEqual(expected)
})

it('names the transfer agent of a traditional leg, and the last confirmation', () => {
  const title = (legType: LegType, isLast: boolean) => tLoose(owedTitle({ legType }, 'register', isLast), {})
  expect(title('TRADITIONAL', false)).toBe('Confirmation as transfer agent')
  expect(title('DIGITAL', false)).toBe('Confirmation as custodian')
  expect(title('DIGITAL', true)).toBe('Last confirmation; everything settles in one step')
  expect(tLoose(givenTitle({ legType: 'TRADITIONAL' }, 'registrar'), {})).toBe('Transfer agent confirmed')
})
