import type { TestLine, ValueTest } from '@connex/protocol/substitutions'
import { describe, expect, it } from 'vitest'
import { dealForms } from '../../../messages/en/dealForms.ts'
import { deals } from '../../../messages/en/deals.ts'
import { transactions } from '../../../messages/en/transactions.ts'
import { addMessages } from '../../../messages/t.ts'
import { plainText } from '../../../shared/paper/Sentences.tsx'
import { exchangeConsequences, exchangeLegs, exchangeSentence } from './exchangeLegs.ts'
import { substitutionPaper } from './SubstitutionPaper.tsx'

addMessages(deals)
addMessages(dealForms)
addMessages(transactions)

const price = { clean: '98.5', accrued: '0.2', date: '2026-11-26', source: 'own' }
const asset = { decimals: 0 }
const out = {
  lot: 'P1',
  way: 'out',
  price,
  haircut: '0',
  agreedHaircut: '0',
  value: 20_000n,
  adjusted: 20_000n,
}
const incoming = {
  lot: 'P2',
  way: 'in',
  price,
  haircut: '1',
  agreedHaircut: '0',
  value: 29_610n,
  adjusted: 29_313n,
}
const test = {
  currency: 'EUR',
  untested: null,
  lines: [out, incoming] as unknown as TestLine[],
} as unknown as ValueTest
const given = {
  registryManagerAddr: '0xa',
  registrarAddr: '0xb',
  registryId: '0xc',
  account: '4100',
  quantity: 12_345_678n,
}
const exchange = (tested: ValueTest = test) =>
  exchangeLegs({
    preview: {
      moves: [
        { lot: 'P1', asset: { ...asset, identifier: 'DE000A2LQ5M4' }, quantity: 200n },
        {
          lot: 'P2',
          asset: { ...asset, identifier: 'AT0000A2WSC8', instrumentId: '0xd' },
          quantity: 12_345_678n,
        },
      ],
      test: tested,
    },
    incoming: [given],
    positions: [{ instrumentId: '0xd', label: 'Alpen 2031' }],
    custodians: [{ registryManagerAddr: '0xa', registrarAddr: '0xb', label: 'Meridian' }],
    accountName: () => 'Trading book',
  } as unknown as Parameters<typeof exchangeLegs>[0])
const paper = (more: Partial<Parameters<typeof substitutionPaper>[0]> = {}) =>
  substitutionPaper({
    legs: exchange(more.test),
    test,
    counterparty: 'Baltic',
    description: 'Substitution in one week',
    isUntestedAccepted: false,
    ...more,
  }).map(({ term, value, note }) => [term, value, note ?? ''].filter((text) => text !== ''))

const SENTENCES = [
  'You take back 200 DE000A2LQ5M4 (P1) from Baltic.',
  'You give 12,345,678 Alpen 2031 (AT0000A2WSC8) (P2) from account 4100 (Trading book) to Baltic.',
]

describe('the sentences of an exchange', () => {
  it('say for each leg what comes back, and what is given from which account', () => {
    expect(exchange().map((leg) => plainText(exchangeSentence(leg, 'Baltic')))).toEqual(SENTENCES)
  })

  it('are beside the form while it is typed, and on the paper once it is reviewed', () => {
    expect(exchangeConsequences(exchange(), 'Baltic', false).legs).toEqual(SENTENCES)
    expect(exchangeConsequences(exchange(), 'Baltic', true).legs).toEqual([])
  })
})

describe('the paper of a substitution', () => {
  it('has every field of the form: lots, accounts, custodians, prices, haircuts, description', () => {
    expect(paper()).toEqual([
      ['Counterparty', 'Baltic'],
      ['You take back P1', '200 DE000A2LQ5M4'],
      ['Price of P1', '98.5 + 0.2 · 26 Nov 2026 · own', 'EUR 200.00'],
      ['You give P2', '12,345,678 Alpen 2031 (AT0000A2WSC8)', 'account 4100 (Trading book) · Meridian'],
      ['Price of P2', '98.5 + 0.2 · 26 Nov 2026 · own', 'EUR 296.10, EUR 293.13 after the haircut'],
      ['Haircut of P2', '1%', 'entered by hand instead of the agreed 0%'],
      ['Description', 'Substitution in one week'],
    ])
  })

  it('leaves out prices that are missing, and says that nothing is tested', () => {
    const lines = [out, incoming].map((line) => ({ ...line, price: null, haircut: '0' }))
    const untested = { code: 'priceMissing', assets: ['AT0000A2WSC8'] }
    const tested = { ...test, lines, untested } as unknown as ValueTest
    expect(paper({ test: tested, isUntestedAccepted: true }).map(([term]) => term)).toEqual([
      'Counterparty',
      'You take back P1',
      'You give P2',
      'Value tests',
      'Description',
    ])
  })
})
