import { describe, expect, test } from 'vitest'
import { loanTerms } from '../../../testkit/src/fixtures/terms.ts'
import { marginTerms, OPENING, partReturn, repoTerms } from '../../test/dealDetails.ts'
import committed from '../../test/detailsFingerprints.json' with { type: 'json' }
import { fingerprintOf } from '../fingerprint.ts'
import { strictParse } from '../parsing/strictParse.ts'
import { DealDetails } from './dealDetails.ts'

const word = (byte: string) => `0x${byte.repeat(32)}`
const opening = { salt: word('01'), description: 'Opening' }

/** The faults of details, as `path: message`. */
const faultsIn = (json: object): string[] =>
  (strictParse(DealDetails, json).faults ?? []).map(({ path, message }) => `${path}: ${message}`)
const withEvent = (event: object): object => ({ ...partReturn, deal: { ...partReturn.deal, ...event } })
const cash = (...parts: object[]) => ({
  cash: parts.map((part) => ({ legIdx: 1, amount: '1.00', currency: 'EUR', purpose: 'PRINCIPAL', ...part })),
})
const amendment = (amend: object) => withEvent({ event: 'AMENDMENT', lots: [], cash: [], amend })

test('a fault names its field', () => {
  expect(strictParse(DealDetails, partReturn).faults).toBeUndefined()
  expect(faultsIn({ ...opening, repo: repoTerms, margin: marginTerms, reference: 'x'.repeat(35) })).toEqual(
    [],
  )
  expect(faultsIn({ ...opening, loan: loanTerms })).toEqual([])
})

test.each([
  ['colour', { ...opening, colour: 1 }],
  ['deal.colour', withEvent({ colour: 1 })],
  ['deal.lots.0.colour', withEvent({ lots: [{ legIdx: 0, lot: 'P1', colour: 1 }] })],
  ['deal.amend.colour', amendment({ rate: '2', colour: 1 })],
  ['loan.colour', { ...opening, loan: { ...loanTerms, colour: 1 } }],
  [
    'margin.haircuts.0.colour',
    { ...opening, margin: { ...marginTerms, haircuts: [{ lot: 'P1', haircut: '2', colour: 1 }] } },
  ],
])('an unknown field is refused: %s', (path, json) => {
  expect(faultsIn(json)).toEqual([`${path}: unknown`])
})

describe('each limit has a sentence', () => {
  test.each([
    ['reference: A reference has at most 35 characters.', { ...opening, reference: 'x'.repeat(36) }],
    ['reference: A reference has at least one character.', { ...opening, reference: '' }],
    [
      'openingDeliveryId: An event of a deal names the delivery that opened it.',
      { ...partReturn, openingDeliveryId: undefined },
    ],
    [
      'openingDeliveryId: Terms of a loan and of margin belong to the opening; an amendment changes them.',
      { ...opening, openingDeliveryId: OPENING, margin: marginTerms },
    ],
    ['loan: A delivery opens a repo or a loan, not both.', { ...opening, repo: repoTerms, loan: loanTerms }],
    [
      'deal.v: This version of deal events is unknown. Update the software, then try again.',
      withEvent({ v: 2 }),
    ],
    [
      'deal.lots: List the lot of each leg once, in the order of the legs.',
      withEvent({
        lots: [
          { legIdx: 0, lot: 'P1' },
          { legIdx: 0, lot: 'P2' },
        ],
      }),
    ],
    [
      'deal.lots.0.lot: A lot must be a letter and a number from 1 to 999, such as P1 or C2.',
      withEvent({ lots: [{ legIdx: 0, lot: 'X1' }] }),
    ],
    [
      'deal.lots.0.legIdx: A delivery can have at most 32 legs.',
      withEvent({ lots: [{ legIdx: 32, lot: 'P1' }] }),
    ],
    [
      'deal.lots: An event of this kind must not move securities.',
      withEvent({ event: 'INTEREST', ...cash({ purpose: 'INTEREST' }) }),
    ],
    [
      'deal.cash: List each purpose of a payment once, in the order of legs and purposes.',
      withEvent(cash({ purpose: 'INTEREST' }, { purpose: 'PRINCIPAL' })),
    ],
    [
      'deal.cash: A payment must have a single currency.',
      withEvent(cash({}, { purpose: 'INTEREST', currency: 'USD' })),
    ],
    [
      'deal.cash: The parts of a payment cannot add up to less than 0.00: let the other side pay it.',
      withEvent(cash({}, { purpose: 'INTEREST', amount: '-1.01' })),
    ],
    [
      'deal.cash: An event of this kind must not have a payment for that purpose.',
      withEvent(cash({ purpose: 'AGREEMENT', amount: '0.00' })),
    ],
    [
      'deal.cash.0.amount: The amount of a part must have two decimals, such as 4161.11 or -972.22.',
      withEvent(cash({ amount: '-0.00' })),
    ],
    [
      'deal.cash: A part for the purpose AGREEMENT must be 0.00.',
      withEvent({ event: 'AMENDMENT', lots: [], amend: { rate: '2' }, ...cash({ purpose: 'AGREEMENT' }) }),
    ],
    [
      'deal.amend: An amendment must list the terms that change; a substitution may list haircuts, and no other event changes terms.',
      withEvent({ amend: { rate: '2.4' } }),
    ],
    [
      'deal.amend: An amendment must list the terms that change; a substitution may list haircuts, and no other event changes terms.',
      withEvent({
        event: 'SUBSTITUTION',
        amend: { haircuts: [{ lot: 'P2', haircut: '1' }], marginRatio: '102' },
      }),
    ],
    ['deal.amend: An amendment must change at least one term.', amendment({})],
    ['deal.amend.noticeDays: Notice must be 0 to 365 business days.', amendment({ noticeDays: 366 })],
    [
      'deal.amend.haircuts: List each lot once, in the order of the names: C1, C10, C2.',
      amendment({
        haircuts: [
          { lot: 'C2', haircut: '1' },
          { lot: 'C1', haircut: '1' },
        ],
      }),
    ],
    [
      'deal.answers: List each message once, in ascending order.',
      withEvent({ answers: [word('02'), word('01')] }),
    ],
    [
      'deal.priceUsed: Quote one price for each instrument, in ascending order of the instruments.',
      withEvent({
        priceUsed: [1, 2].map(() => ({
          instrument: word('01'),
          clean: '97.1',
          accrued: '0',
          date: '2026-11-23',
          source: 'desk',
        })),
      }),
    ],
    [
      'loan.endDate: A loan cannot end before it starts.',
      { ...opening, loan: { ...loanTerms, endDate: '2026-11-22' } },
    ],
    [
      'loan.endDate: A loan of this term type needs an end date.',
      { ...opening, loan: { ...loanTerms, termType: 'FIXED' } },
    ],
    [
      'loan.noticeDays: An evergreen loan needs at least one business day of notice.',
      { ...opening, loan: { ...loanTerms, termType: 'EVERGREEN', noticeDays: 0 } },
    ],
    [
      'margin.method: Methods A and LOAN need a margin ratio; method B needs haircuts.',
      { ...opening, margin: { ...marginTerms, method: 'A' } },
    ],
    [
      'margin.marginRatio: A margin ratio must be above 0 and below 10,000 percent, such as 102.',
      { ...opening, margin: { ...marginTerms, marginRatio: '0.0' } },
    ],
    [
      'margin.haircuts.0.haircut: A haircut must be at least 0 and less than 100 percent, such as 2 or 2.5.',
      { ...opening, margin: { ...marginTerms, haircuts: [{ lot: 'P1', haircut: '100' }] } },
    ],
  ])('%s', (fault, json) => {
    expect(faultsIn(json)).toContain(fault)
  })
})

test.each(committed)(
  'the fingerprint of details without the new fields is as it was: $name',
  ({ details, fingerprint }) => {
    expect(fingerprintOf(DealDetails.parse(details))).toBe(fingerprint)
  },
)

test('the fingerprint binds every new field, whatever the order of the members', () => {
  const bound = fingerprintOf(DealDetails.parse(partReturn))
  const turned = Object.fromEntries(
    Object.entries({
      ...partReturn,
      deal: Object.fromEntries(Object.entries(partReturn.deal).reverse()),
    }).reverse(),
  )
  expect(fingerprintOf(DealDetails.parse(turned))).toBe(bound)
  const others = [
    { ...partReturn, reference: 'DESK-4712' },
    withEvent({ effectiveDate: '2026-11-27' }),
    withEvent({ basedOn: word('bc') }),
    withEvent({ lots: [{ legIdx: 0, lot: 'P2' }] }),
    withEvent({ answers: [word('01')] }),
    { ...partReturn, deal: undefined },
  ]
  expect(new Set([bound, ...others.map((json) => fingerprintOf(DealDetails.parse(json)))]).size).toBe(7)
})
