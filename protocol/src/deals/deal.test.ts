import { describe, expect, test } from 'vitest'
import {
  alpen,
  baltic,
  deliveryOf,
  eventDetails,
  loanOpening,
  payment,
  repoOpening,
  repoReturn,
  securities,
  stranger,
} from '../../test/dealDeliveries.ts'
import { marginTerms, repoTerms } from '../../test/dealDetails.ts'
import { ZERO_BYTES32 } from '../scalars.ts'
import { dealOf } from './deal.ts'
import type { Deal } from './deal.ts'
import type { DealDelivery } from './dealDelivery.ts'
import { accruedOn } from './dealState.ts'

const today = '2026-11-25'
const opening = repoOpening()
const deal = (...events: DealDelivery[]) => dealOf(opening, events, today)
/** 'P1 10000000/3000000' is what came and what went back. */
const lotsOf = ({ lots }: Deal) =>
  lots.map(({ lot, delivered, returned }) => `${lot} ${delivered}/${returned}`)
const warningsOf = ({ warnings }: Deal) => warnings.map(({ code }) => code)
const faultsOf = ({ events }: Deal) => events.flatMap(({ fault }) => fault?.code ?? [])
const part = (name: string, block: number | 'CANCELED', quantity: number) =>
  repoReturn(name, block, opening, { quantity, principal: `${quantity}.00` })
const whole = (block: number, details: object = {}) =>
  deliveryOf('closing', block, [securities('bund', baltic, alpen, 10_000_000), payment(alpen, baltic)], {
    openingDeliveryId: opening.deliveryId,
    cashQuantity: '10004161.11',
    cashCurrency: 'EUR',
    repo: repoTerms,
    ...details,
  })

describe('states', () => {
  test('a deal is PROPOSED until its opening settles, and lists what will come', () => {
    const proposed = dealOf(repoOpening(0), [], today)
    expect(proposed).toMatchObject({ state: 'PROPOSED', hash: ZERO_BYTES32, rateSegments: [] })
    expect(proposed.lots).toMatchObject([
      { lot: 'P1', delivered: 0n, outstanding: 0n, arriving: 10_000_000n },
    ])
    expect(proposed.terms.rate).toBe('2.14')
  })

  test('a deal whose opening was canceled never opened', () => {
    expect(dealOf(repoOpening('CANCELED'), [], today)).toMatchObject({
      state: 'CLOSED',
      lots: [],
      warnings: [{ code: 'openingCanceled' }],
    })
  })

  test('a settled opening is OPEN, with its lots, its cash and its terms', () => {
    expect(deal()).toMatchObject({
      kind: 'REPO',
      state: 'OPEN',
      giver: alpen,
      taker: baltic,
      lots: [
        {
          lot: 'P1',
          kind: 'PURCHASED',
          giver: alpen,
          holder: baltic,
          outstanding: 10_000_000n,
          inFlight: 0n,
        },
      ],
      cash: { principal: { currency: 'EUR', payer: baltic, payee: alpen, cents: 1_000_000_000n } },
      rateSegments: [{ from: '2026-11-23', rate: '2.14', principal: 1_000_000_000n }],
      warnings: [],
    })
  })

  test('a deal that pending deliveries empty is CLOSING, and CLOSED once they settle', () => {
    expect(deal(part('one', 11, 3_000_000), part('two', 0, 7_000_000))).toMatchObject({ state: 'CLOSING' })
    expect(deal(part('one', 11, 3_000_000), part('two', 12, 7_000_000))).toMatchObject({ state: 'CLOSED' })
    expect(deal(part('one', 11, 3_000_000), part('two', 0, 6_999_999))).toMatchObject({ state: 'OPEN' })
  })

  test('a deal past its end is OVERDUE until it is closed, also while a closing is pending', () => {
    expect(dealOf(opening, [], '2026-11-30').state).toBe('OPEN')
    expect(dealOf(opening, [], '2026-12-01').state).toBe('OVERDUE')
    expect(dealOf(opening, [whole(0)], '2026-12-01').state).toBe('OVERDUE')
    expect(dealOf(opening, [whole(12)], '2026-12-01').state).toBe('CLOSED')
  })

  test('a delivery that takes more than is outstanding makes it INCONSISTENT, and is named instead of netted', () => {
    const torn = deal(part('one', 11, 6_000_000), part('two', 12, 6_000_000))
    expect(torn.state).toBe('INCONSISTENT')
    expect(torn.warnings).toContainEqual(
      expect.objectContaining({ code: 'exceedsOutstanding', lot: 'P1', by: 2_000_000n }),
    )
    expect(lotsOf(torn)).toEqual(['P1 10000000/6000000'])
  })

  test.each(['PENDING', 'FINGERPRINT_MISMATCH'] as const)(
    'details that are %s make it INCONSISTENT',
    (detailsStatus) => {
      const unread = deal({ ...part('one', 11, 1), detailsStatus })
      expect(unread).toMatchObject({ state: 'INCONSISTENT', warnings: [{ code: 'detailsMissing' }] })
      expect(dealOf({ ...opening, detailsStatus }, [], today)).toMatchObject({
        state: 'INCONSISTENT',
        warnings: [{ code: 'detailsMissing' }],
      })
    },
  )
})

describe('a closing without event is the full return of before', () => {
  test('of a repo: everything is back, and what exceeds the principal is interest', () => {
    const closed = deal(whole(12))
    expect(closed).toMatchObject({ state: 'CLOSED', warnings: [], cash: { principal: { cents: 0n } } })
    expect(closed.cash.flows.map(({ purpose, cents }) => [purpose, cents])).toEqual([
      ['PRINCIPAL', 1_000_000_000n],
      ['PRINCIPAL', 1_000_000_000n],
      ['INTEREST', 416_111n],
    ])
  })

  test('of a loan without terms: loan and collateral go back', () => {
    const loan = loanOpening(10, { loan: undefined })
    const legs = [securities('share', baltic, alpen, 1_000), securities('bund', alpen, baltic, 200_000)]
    const back = deliveryOf('back', 12, legs, { openingDeliveryId: loan.deliveryId })
    expect(dealOf(loan, [], today)).toMatchObject({
      kind: 'LOAN',
      state: 'OPEN',
      terms: { startDate: null, endDate: null },
    })
    expect(dealOf(loan, [back], today)).toMatchObject({ state: 'CLOSED', warnings: [] })
  })

  test('after a part return it takes too much, and is named', () => {
    expect(faultsOf(deal(part('one', 11, 3_000_000), whole(12)))).toEqual(['exceedsOutstanding'])
  })

  test('that leaves something open is named', () => {
    const legs = [securities('bund', baltic, alpen, 9_000_000), payment(alpen, baltic)]
    const short = deliveryOf('short', 12, legs, { openingDeliveryId: opening.deliveryId })
    expect(deal(short)).toMatchObject({ state: 'INCONSISTENT' })
    expect(faultsOf(deal(short))).toEqual(['closingIncomplete'])
  })
})

describe('what counts', () => {
  test('a pending return is in flight, and a canceled one gives back exactly its quantity', () => {
    expect(deal(part('one', 0, 3_000_000)).lots).toMatchObject([
      { outstanding: 10_000_000n, inFlight: 3_000_000n },
    ])
    const canceled = deal(part('one', 'CANCELED', 3_000_000))
    expect(canceled.lots).toMatchObject([{ outstanding: 10_000_000n, inFlight: 0n }])
    expect(canceled.events.map(({ status, kind }) => [status, kind])).toEqual([
      ['SETTLED', 'OPENING'],
      ['CANCELED', 'RETURN'],
    ])
    expect(canceled.hash).toBe(deal().hash)
  })

  test('a delivery with another party is not an event of the deal, and changes nothing', () => {
    const legs = [securities('bund', baltic, stranger, 10_000_000)]
    const other = deliveryOf('other', 11, legs, { openingDeliveryId: opening.deliveryId })
    expect(deal(other)).toMatchObject({
      state: 'OPEN',
      hash: deal().hash,
      warnings: [{ code: 'foreignParties' }],
    })
  })

  test('the order is the settlement block, then the log index', () => {
    const one = { ...part('one', 11, 6_000_000), settledAt: { block: 11, logIdx: 5 } }
    const two = { ...part('two', 11, 6_000_000), settledAt: { block: 11, logIdx: 4 } }
    const kinds = (...events: DealDelivery[]) =>
      deal(...events).events.map(({ deliveryId, fault }) => [deliveryId, fault?.code ?? null])
    expect(kinds(one, two)).toEqual([
      [opening.deliveryId, null],
      [two.deliveryId, null],
      [one.deliveryId, 'exceedsOutstanding'],
    ])
    expect(kinds(two, one)).toEqual(kinds(one, two))
  })

  test('an event that settled before the opening is named', () => {
    expect(faultsOf(deal(part('early', 9, 1)))).toEqual(['beforeOpening'])
  })

  test('of two pending returns that do not fit together, the later created one does not', () => {
    const first = { ...part('one', 0, 6_000_000), createdBlock: 11 }
    const second = { ...part('two', 0, 6_000_000), createdBlock: 12 }
    for (const events of [
      [first, second],
      [second, first],
    ]) {
      const raced = deal(...events)
      expect(raced).toMatchObject({ state: 'OPEN', lots: [{ inFlight: 6_000_000n }] })
      expect(warningsOf(raced)).toEqual(['doesNotFit'])
      expect(raced.events.find(({ fault }) => fault !== null)).toMatchObject({
        deliveryId: second.deliveryId,
        fault: { code: 'exceedsOutstanding', by: 2_000_000n },
      })
    }
  })

  test.each([
    ['lotUnknown', [securities('bund', baltic, alpen, 1)], 'RETURN', [{ legIdx: 0, lot: 'P9' }]],
    ['lotUnknown', [securities('share', baltic, alpen, 1)], 'RETURN', [{ legIdx: 0, lot: 'P1' }]],
    ['exceedsOutstanding', [securities('share', baltic, alpen, 1)], 'RETURN', []],
    ['legUnexpected', [securities('bund', alpen, baltic, 1)], 'RETURN', [{ legIdx: 0, lot: 'P1' }]],
    ['legUnexpected', [securities('bund', baltic, alpen, 1)], 'INCOME', []],
  ] as const)('a leg that its event cannot have is named: %s', (code, legs, event, lots) => {
    const odd = deliveryOf('odd', 11, legs, eventDetails(opening, event, lots.length > 0 ? { lots } : {}))
    expect(faultsOf(deal(odd))).toEqual([code])
    expect(lotsOf(deal(odd))).toEqual(['P1 10000000/0'])
  })

  test('cash that the deal does not have is named', () => {
    const paid = (amount: string, currency: 'EUR' | 'USD', legs = [payment(alpen, baltic)]) =>
      deliveryOf(
        'paid',
        11,
        legs,
        eventDetails(opening, 'RETURN', { cash: [{ legIdx: 0, amount, currency, purpose: 'PRINCIPAL' }] }),
      )
    expect(faultsOf(deal(paid('10000000.01', 'EUR')))).toEqual(['principalExceeded'])
    expect(faultsOf(deal(paid('1.00', 'USD')))).toEqual(['cashUnexpected'])
    expect(faultsOf(deal(paid('1.00', 'EUR', [payment(baltic, alpen)])))).toEqual(['cashUnexpected'])
    expect(faultsOf(deal(paid('1.00', 'EUR', [securities('bund', baltic, alpen, 1)])))).toEqual([
      'cashUnexpected',
    ])
  })
})

describe('terms and interest', () => {
  const amendment = (name: string, block: number, amend: object, effectiveDate: string) =>
    deliveryOf(name, block, [payment(alpen, baltic)], {
      openingDeliveryId: opening.deliveryId,
      deal: {
        v: 1,
        event: 'AMENDMENT',
        basedOn: ZERO_BYTES32,
        effectiveDate,
        amend,
        cash: [{ legIdx: 0, amount: '0.00', currency: 'EUR', purpose: 'AGREEMENT' }],
      },
    })
  const interest = ({ settled }: Deal, day: string) =>
    settled === null ? undefined : accruedOn(settled, day)

  test('a re-rate to 2.40 after 3 of 7 days makes 4,450.00 of interest', () => {
    const changed = deal(amendment('re-rate', 11, { rate: '2.40' }, '2026-11-26'))
    expect(changed.rateSegments).toEqual([
      { from: '2026-11-23', rate: '2.14', principal: 1_000_000_000n },
      { from: '2026-11-26', rate: '2.40', principal: 1_000_000_000n },
    ])
    expect(interest(changed, '2026-11-30')).toBe(445_000n)
    expect(changed.terms).toMatchObject({ rate: '2.40', endDate: '2026-11-30' })
  })

  test('of two rates of one day the one that settled last counts, and one from before the purchase counts from it', () => {
    const twice = deal(
      amendment('b', 11, { rate: '9' }, '2026-11-26'),
      amendment('a', 12, { rate: '2.40' }, '2026-11-26'),
      amendment('c', 13, { rate: '2' }, '2026-11-01'),
    )
    expect(twice.rateSegments.map(({ from, rate }) => [from, rate])).toEqual([
      ['2026-11-23', '2'],
      ['2026-11-26', '2.40'],
    ])
    expect(warningsOf(twice)).toContain('rateBackdated')
  })

  test('an amendment moves the end, or takes it away', () => {
    expect(deal(amendment('later', 11, { repurchaseDate: '2026-12-07' }, today)).terms.endDate).toBe(
      '2026-12-07',
    )
    const open = amendment('open', 11, { repurchaseDate: null, termType: 'OPEN', noticeDays: 2 }, today)
    expect(deal(open).terms).toMatchObject({ endDate: null, termType: 'OPEN', noticeDays: 2 })
  })

  test('interest that is paid starts the accrual again from its day, with the same principal', () => {
    const paid = (amount: string) =>
      deal(
        deliveryOf(
          'interest',
          11,
          [payment(alpen, baltic)],
          eventDetails(opening, 'INTEREST', {
            cash: [{ legIdx: 0, amount, currency: 'EUR', purpose: 'INTEREST' }],
          }),
        ),
      )
    expect(paid('1783.33').rateSegments).toEqual([
      { from: '2026-11-26', rate: '2.14', principal: 1_000_000_000n },
    ])
    expect(warningsOf(paid('1783.33'))).toEqual(['basedOnOther'])
    expect(paid('1783.32').warnings).toContainEqual(
      expect.objectContaining({ code: 'interestDiffers', by: -1n }),
    )
  })

  test('a reprice changes the principal from its day on', () => {
    const legs = [payment(alpen, baltic)]
    const cash = [
      { legIdx: 0, amount: '148500.00', currency: 'EUR' as const, purpose: 'PRICE_ADJUSTMENT' as const },
    ]
    const repriced = deal(deliveryOf('reprice', 11, legs, eventDetails(opening, 'REPRICE', { cash })))
    expect(repriced.cash.principal?.cents).toBe(985_150_000n)
    expect(repriced.rateSegments.map(({ principal }) => principal)).toEqual([1_000_000_000n, 985_150_000n])
  })
})

describe('the hash', () => {
  test('is the same for both sides whatever the order of arrival, and another after every settled delivery', () => {
    const events = [
      part('one', 11, 3_000_000),
      part('two', 12, 2_000_000),
      part('three', 'CANCELED', 1),
      part('four', 0, 5),
    ]
    expect(dealOf(opening, events.toReversed(), '2027-01-01').hash).toBe(deal(...events).hash)
    const [first, second] = [deal(...events.slice(0, 1)), deal(...events.slice(0, 2))]
    expect(new Set([deal().hash, first.hash, second.hash]).size).toBe(3)
    expect(deal(...events).hash).toBe(second.hash)
  })

  test('is that of the same deliveries in other blocks, and another in another order', () => {
    const at = (one: number, two: number) =>
      deal(part('one', one, 3_000_000), part('two', two, 2_000_000)).hash
    expect(at(11, 12)).toBe(at(21, 35))
    expect(at(11, 12)).not.toBe(at(12, 11))
  })

  test('is that of before once a chain reorg takes an event back, which is on its way again, and the same once it settles again', () => {
    const [first, second] = [part('one', 11, 3_000_000), part('two', 12, 2_000_000)]
    const takenBack = deal(first, { ...second, deliveryState: 'PENDING', settledAt: null })
    expect(takenBack.hash).toBe(deal(first).hash)
    expect(takenBack.lots).toMatchObject([{ outstanding: 7_000_000n, inFlight: 2_000_000n }])
    const again = { ...second, settledAt: { block: 15, logIdx: 0 } }
    expect(deal(first, again).hash).toBe(deal(first, second).hash)
  })

  test('binds what a delivery does and the fingerprint of its details', () => {
    const one = part('one', 11, 3_000_000)
    const others = [
      { ...one, privateDataFp: opening.privateDataFp },
      { ...one, detailsStatus: 'PENDING' as const },
      part('two', 11, 3_000_000),
    ]
    expect(new Set([one, ...others].map((event) => deal(event).hash)).size).toBe(4)
  })

  test('of a known deal is this', () => {
    expect([deal().hash, deal(part('one', 11, 3_000_000)).hash]).toMatchInlineSnapshot(`
      [
        "0xec33098f6187df954b8de2c1c4374052f01035939863d59688682c6d9356540f",
        "0x4d9279ce1d1c30cb209a2a99786558bdca01d5bc4a00a402f66512d58691586a",
      ]
    `)
  })

  test('shows an event that was based on another state', () => {
    const based = (basedOn: typeof opening.deliveryId | ReturnType<typeof deal>['hash']) =>
      repoReturn('one', 11, opening, { quantity: 1, principal: '1.00', basedOn })
    expect(warningsOf(deal(based(deal().hash)))).toEqual([])
    expect(warningsOf(deal(based(opening.deliveryId)))).toEqual(['basedOnOther'])
  })
})

test('securities of margin come and go in both directions, and go back at the end', () => {
  const margin = deliveryOf(
    'margin',
    11,
    [securities('note', alpen, baltic, 500)],
    eventDetails(opening, 'MARGIN'),
  )
  const more = deliveryOf(
    'more',
    12,
    [securities('note', alpen, baltic, 20)],
    eventDetails(opening, 'MARGIN', { lots: [{ legIdx: 0, lot: 'M1' }] }),
  )
  const other = deliveryOf(
    'other',
    13,
    [securities('bond', baltic, alpen, 7)],
    eventDetails(opening, 'MARGIN'),
  )
  const back = deliveryOf(
    'back',
    14,
    [securities('note', baltic, alpen, 520)],
    eventDetails(opening, 'MARGIN'),
  )
  expect(lotsOf(deal(margin, more, other, back))).toEqual(['P1 10000000/0', 'M1 520/520', 'M2 7/0'])
  expect(deal(margin, more, other).lots.map(({ holder }) => holder)).toEqual([baltic, baltic, alpen])
  const legs = [
    securities('bund', baltic, alpen, 10_000_000),
    securities('note', baltic, alpen, 520),
    securities('bond', alpen, baltic, 7),
  ]
  const all = deliveryOf('all', 15, legs, eventDetails(opening, 'RETURN'))
  expect(deal(margin, more, other, all).state).toBe('CLOSED')
})

test('terms of margin belong to the deal, and an amendment changes them', () => {
  const covered = repoOpening(10, { margin: marginTerms })
  const amend = { haircuts: [{ lot: 'P1', haircut: '3' }] }
  const changed = deliveryOf(
    'haircut',
    11,
    [payment(alpen, baltic)],
    eventDetails(covered, 'AMENDMENT', { amend }),
  )
  expect(dealOf(covered, [changed], today).terms.margin).toEqual({ ...marginTerms, ...amend })
  const ratio = deliveryOf(
    'ratio',
    11,
    [payment(alpen, baltic)],
    eventDetails(opening, 'AMENDMENT', { amend: { marginRatio: '102' } }),
  )
  expect(deal(ratio).terms.margin).toEqual({ method: 'A', marginRatio: '102', substitution: 'ON_CONSENT' })
})
