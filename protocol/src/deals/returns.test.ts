import { describe, expect, test } from 'vitest'
import {
  alpen,
  baltic,
  deliveryOf,
  eventDetails,
  legOf,
  loanOpening,
  payment,
  repoOpening,
  repoReturn,
  securities,
} from '../../test/dealDeliveries.ts'
import { repoTerms } from '../../test/dealDetails.ts'
import { interestOver, repurchasePrice } from '../repo/repurchasePrice.ts'
import { cashOf, centsOf } from '../terms/cash.ts'
import { dealOf } from './deal.ts'
import type { Deal } from './deal.ts'
import { assetKey } from './dealDelivery.ts'
import type { DealDelivery } from './dealDelivery.ts'
import { accruedOn } from './dealState.ts'
import { confirmRefusal } from './refusals.ts'
import { denominationUnits, returnOf } from './returns.ts'
import type { ReturnProposal, ReturnRequest } from './returns.ts'

const today = '2026-11-25'
const opening = repoOpening()
const deal = (...events: DealDelivery[]) => dealOf(opening, events, today)
const part = (name: string, block: number | 'CANCELED', quantity: number, createdBlock = 1) =>
  repoReturn(name, block, opening, { quantity, principal: `${quantity}.00` }, { createdBlock })

const request = (quantity: number | 'ALL', given: Partial<ReturnRequest> = {}): ReturnRequest => ({
  quantities: quantity === 'ALL' ? 'ALL' : new Map([['P1', BigInt(quantity)]]),
  date: '2026-11-30',
  ...given,
})
const refusalOf = (of: Deal, wanted: ReturnRequest) => {
  const result = returnOf(of, wanted)
  return 'refusal' in result ? result.refusal : undefined
}
function proposalOf(of: Deal, wanted: ReturnRequest): ReturnProposal {
  const result = returnOf(of, wanted)
  if ('refusal' in result) throw new Error(result.refusal.code)
  return result.proposal
}
/** A proposal as a delivery that has settled. */
const settle = (
  name: string,
  block: number,
  of: Deal,
  { moves, payment: paid, event }: ReturnProposal,
): DealDelivery =>
  deliveryOf(
    name,
    block,
    [
      ...moves.map(({ asset, sender, receiver, quantity }) => ({
        ...asset,
        sender,
        receiver,
        quantity: legOf(securities('bund', sender, receiver, quantity)).quantity,
      })),
      ...(paid === null ? [] : [payment(paid.payer, paid.payee)]),
    ],
    { openingDeliveryId: of.openingDeliveryId, deal: event },
  )

describe('a return is refused', () => {
  test('of more lots than a delivery has legs', () => {
    const bonds = Array.from({ length: 31 }, (_, index) => securities(`bond ${index}`, alpen, baltic, 10))
    const basket = deliveryOf('basket', 10, [...bonds, payment(baltic, alpen)], {
      cashQuantity: '310.00',
      cashCurrency: 'EUR',
      cashInstrument: 'Cash Documented',
    })
    const margin = deliveryOf(
      'margin',
      11,
      [securities('note', alpen, baltic, 10)],
      eventDetails(basket, 'MARGIN', { lots: [{ legIdx: 0, lot: 'M1' }] }),
    )
    expect(refusalOf(dealOf(basket, [], today), request('ALL'))).toBeUndefined()
    expect(refusalOf(dealOf(basket, [margin], today), request('ALL'))).toEqual({
      code: 'tooManyLegs',
      legs: 33,
      most: 32,
    })
  })

  test('of a deal that is not open, is closed, or is inconsistent', () => {
    expect(refusalOf(dealOf(repoOpening(0), [], today), request('ALL'))).toEqual({ code: 'dealNotOpen' })
    expect(refusalOf(deal(part('all', 11, 10_000_000)), request('ALL'))).toEqual({ code: 'dealClosed' })
    const two = part('two', 12, 6_000_000)
    expect(refusalOf(deal(part('one', 11, 6_000_000), two), request(1))).toEqual({
      code: 'dealInconsistent',
      deliveryId: two.deliveryId,
      fault: 'exceedsOutstanding',
    })
  })

  test('where details are missing, of an event or of the opening', () => {
    const event = { ...part('one', 11, 1), detailsStatus: 'PENDING' as const }
    expect(refusalOf(deal(event), request(1))).toEqual({
      code: 'detailsMissing',
      deliveryId: event.deliveryId,
    })
    const unread = dealOf({ ...opening, detailsStatus: 'PENDING' }, [], today)
    expect(refusalOf(unread, request(1))).toEqual({ code: 'detailsMissing', deliveryId: opening.deliveryId })
  })

  test('of more than is outstanding, or of a lot that does not exist', () => {
    expect(refusalOf(deal(), request(10_000_001))).toEqual({ code: 'exceedsOutstanding', lot: 'P1', by: 1n })
    expect(refusalOf(deal(), request(0, { quantities: new Map([['P2', 1n]]) }))).toMatchObject({
      code: 'exceedsOutstanding',
    })
  })

  test('of what a pending return gives back already, which it names', () => {
    const pending = part('one', 0, 6_000_000)
    const inFlight = { code: 'returnInFlight', lot: 'P1', deliveryIds: [pending.deliveryId] }
    expect(refusalOf(deal(pending), request(4_000_001))).toEqual(inFlight)
    expect(refusalOf(deal(pending), request(4_000_000))).toBeUndefined()
    expect(refusalOf(deal(part('all', 0, 10_000_000)), request('ALL'))).toMatchObject({
      code: 'returnInFlight',
    })
    expect(refusalOf(deal(part('one', 'CANCELED', 6_000_000)), request(10_000_000))).toBeUndefined()
  })

  test('of a quantity between denominations, unless it is the whole rest', () => {
    const denominations = new Map([[assetKey(legOf(securities('bund', alpen, baltic, 1))), 1_000n]])
    expect(refusalOf(deal(), request(1_500, { denominations }))).toEqual({
      code: 'notDenominated',
      lot: 'P1',
      denomination: 1_000n,
    })
    expect(refusalOf(deal(), request(2_000, { denominations }))).toBeUndefined()
    expect(refusalOf(deal(part('one', 11, 9_998_500)), request(1_500, { denominations }))).toBeUndefined()
    expect(refusalOf(deal(part('one', 0, 9_998_500)), request(1_500, { denominations }))).toBeUndefined()
  })

  test('on or before the purchase date, or before the day until which interest is paid', () => {
    expect(refusalOf(deal(), request('ALL', { date: '2026-11-23' }))).toEqual({
      code: 'repurchaseTooEarly',
      earliest: '2026-11-23',
    })
    expect(refusalOf(deal(), request('ALL', { date: '2026-11-24' }))).toBeUndefined()
    const paid = deliveryOf(
      'interest',
      11,
      [payment(alpen, baltic)],
      eventDetails(opening, 'INTEREST', {
        cash: [{ legIdx: 0, amount: '1783.33', currency: 'EUR', purpose: 'INTEREST' }],
      }),
    )
    expect(refusalOf(deal(paid), request('ALL', { date: '2026-11-25' }))).toEqual({
      code: 'repurchaseTooEarly',
      earliest: '2026-11-26',
    })
  })
})

describe('a confirmation is refused', () => {
  test('of the later of two returns that race, with what exceeds', () => {
    const [first, second] = [part('one', 0, 6_000_000, 11), part('two', 0, 6_000_000, 12)]
    expect(confirmRefusal(deal(first, second), first.deliveryId)).toMatchObject({ code: 'dealChanged' })
    const raced = { code: 'exceedsOutstanding', lot: 'P1', by: 2_000_000n }
    expect(confirmRefusal(deal(first, second), second.deliveryId)).toEqual(raced)
    expect(confirmRefusal(deal(part('one', 11, 6_000_000), second), second.deliveryId)).toEqual(raced)
  })

  test('where the deal has changed, until the user has seen the difference', () => {
    const first = part('one', 11, 1_000_000)
    const second = repoReturn('two', 0, opening, { quantity: 1, principal: '1.00', basedOn: deal().hash })
    const changed = deal(first, second)
    expect(confirmRefusal(changed, second.deliveryId)).toMatchObject({
      code: 'dealChanged',
      since: [{ deliveryId: first.deliveryId }],
    })
    expect(confirmRefusal(changed, second.deliveryId, changed.hash)).toBeUndefined()
    expect(confirmRefusal(deal(second), second.deliveryId)).toBeUndefined()
    expect(confirmRefusal(deal(part('two', 0, 1)), second.deliveryId)).toEqual({
      code: 'dealChanged',
      since: undefined,
    })
  })

  test('where it gives back, with those before it, what a pending delivery has yet to bring', () => {
    const added = (block: number | 'CANCELED') =>
      deliveryOf(
        'added',
        block,
        [securities('bund', alpen, baltic, 5_000_000)],
        eventDetails(opening, 'MARGIN', { lots: [{ legIdx: 0, lot: 'P1' }] }),
        { createdBlock: 11 },
      )
    const back = (name: string, quantity: number, createdBlock: number) =>
      repoReturn(name, 0, opening, { quantity, principal: '1.00' }, { createdBlock })
    const [first, second] = [back('one', 8_000_000, 12), back('two', 7_000_000, 13)]
    const waiting = deal(added(0), first, second)
    expect(waiting.events.every(({ fault }) => fault === null)).toBe(true)
    expect(confirmRefusal(waiting, first.deliveryId, waiting.hash)).toBeUndefined()
    expect(confirmRefusal(waiting, second.deliveryId, waiting.hash)).toEqual({
      code: 'lotInFlight',
      lot: 'P1',
      deliveryIds: [added(0).deliveryId, first.deliveryId],
    })
    const brought = deal(added(11), first, second)
    expect(confirmRefusal(brought, second.deliveryId, brought.hash)).toBeUndefined()
    expect(confirmRefusal(deal(added('CANCELED'), first, second), second.deliveryId)).toMatchObject({
      code: 'exceedsOutstanding',
    })
  })

  test('where it pays back what a pending price has yet to add, until that has settled', () => {
    const reprice = (
      name: string,
      block: number,
      payer: typeof alpen,
      amount: string,
      createdBlock: number,
    ) =>
      deliveryOf(
        name,
        block,
        [payment(payer, payer === alpen ? baltic : alpen)],
        eventDetails(opening, 'REPRICE', {
          cash: [{ legIdx: 0, amount, currency: 'EUR', purpose: 'PRICE_ADJUSTMENT' }],
        }),
        { createdBlock },
      )
    const added = (block: number) => reprice('added', block, baltic, '500000.00', 11)
    const back = reprice('back', 0, alpen, '10200000.00', 12)
    const waits = { code: 'principalInFlight', by: 20_000_000n, deliveryIds: [added(0).deliveryId] }
    expect(confirmRefusal(deal(added(0), back), back.deliveryId)).toEqual(waits)
    const settled = deal(added(11), back)
    expect(confirmRefusal(settled, back.deliveryId, settled.hash)).toBeUndefined()
    expect(confirmRefusal(deal(back), back.deliveryId)).toMatchObject({ code: 'exceedsOutstanding' })
  })

  test('of a delivery without details', () => {
    const unread = { ...part('one', 0, 1), detailsStatus: 'PENDING' as const }
    const missing = { code: 'detailsMissing', deliveryId: unread.deliveryId }
    expect(confirmRefusal(deal(unread), unread.deliveryId)).toEqual(missing)
    expect(confirmRefusal(deal(), unread.deliveryId)).toEqual(missing)
  })
})

describe('the cash of a return', () => {
  test.each([
    ['2.14', 'ACT/360', '2026-11-23', '2026-11-30', '4161.11', '10004161.11'],
    ['2.14', 'ACT/365', '2026-11-23', '2026-11-30', '4104.11', '10004104.11'],
    ['-0.50', 'ACT/360', '2026-11-23', '2026-11-30', '-972.22', '9999027.78'],
    // 2028 is a leap year: 29 February counts, and ACT/365 divides by 365 all the same.
    ['2.14', 'ACT/365', '2028-02-28', '2028-03-01', '1172.60', '10001172.60'],
    ['2.14', 'ACT/360', '2026-12-31', '2027-01-01', '594.44', '10000594.44'],
  ] as const)(
    'at %s, %s, from %s to %s is interest of %s',
    (rate, dayCount, purchaseDate, date, interest, price) => {
      const terms = { ...repoTerms, rate, dayCount, purchaseDate, repurchaseDate: date }
      const { payment: paid, isFull } = proposalOf(
        dealOf(repoOpening(10, { repo: terms }), [], purchaseDate),
        request('ALL', { date }),
      )
      expect(paid).toMatchObject({
        payer: alpen,
        payee: baltic,
        principal: 1_000_000_000n,
        interest: centsOf(interest),
      })
      expect(isFull).toBe(true)
      expect(cashOf(1_000_000_000n + centsOf(interest))).toBe(price)
      expect(repurchasePrice(terms)).toBe(price)
    },
  )

  test('in thirds of an odd amount adds up to the cent, and so does the interest of each part', () => {
    const odd = repoOpening(10, {
      cashQuantity: '10000000.01',
      repo: { ...repoTerms, purchasePrice: '10000000.01' },
    })
    const events: DealDelivery[] = []
    const paid = [3_333_333, 3_333_333, 3_333_334].map((quantity, index) => {
      const now = dealOf(odd, events, today)
      const proposal = proposalOf(now, request(quantity, { date: '2026-11-26' }))
      events.push(settle(`third ${index}`, 11 + index, now, proposal))
      return proposal.payment
    })
    expect(paid.map((one) => cashOf(one?.principal ?? 0n))).toEqual([
      '3333333.00',
      '3333333.00',
      '3333334.01',
    ])
    expect(paid.map((one) => cashOf(one?.interest ?? 0n))).toEqual(['594.44', '594.44', '594.44'])
    const closed = dealOf(odd, events, today)
    expect(closed).toMatchObject({ state: 'CLOSED', warnings: [], cash: { principal: { cents: 0n } } })
  })

  test('of half of an odd amount rounds half a cent up, and leaves the rest to the other half', () => {
    const odd = repoOpening(10, {
      cashQuantity: '10000000.01',
      repo: { ...repoTerms, purchasePrice: '10000000.01' },
    })
    const before = dealOf(odd, [], today)
    const half = proposalOf(before, request(5_000_000, { date: '2026-11-26' }))
    expect(cashOf(half.payment?.principal ?? 0n)).toBe('5000000.01')
    const now = dealOf(odd, [settle('half', 11, before, half)], today)
    expect(cashOf(proposalOf(now, request('ALL')).payment?.principal ?? 0n)).toBe('5000000.00')
  })

  test('that pays interest at the end leaves it to the last return', () => {
    const first = proposalOf(deal(), request(4_000_000, { date: '2026-11-26', interest: 'AT_END' }))
    expect(first.payment).toMatchObject({ principal: 400_000_000n, interest: null })
    const now = deal(settle('first', 11, deal(), first))
    expect(now.rateSegments.map(({ principal }) => principal)).toEqual([1_000_000_000n, 600_000_000n])
    const last = proposalOf(now, request('ALL', { interest: 'AT_END' }))
    // 3 days on 10,000,000 and 4 on 6,000,000.
    expect(last.payment).toMatchObject({ principal: 600_000_000n, interest: 178_333n + 142_667n })
    const closed = deal(settle('first', 11, deal(), first), settle('last', 12, now, last))
    expect(closed).toMatchObject({ state: 'CLOSED', warnings: [] })
    expect(closed.settled && accruedOn(closed.settled, '2027-01-01')).toBe(0n)
  })

  test('between two rates counts both, on the part alone', () => {
    const amend = eventDetails(opening, 'AMENDMENT', { amend: { rate: '2.40' } })
    const rerated = deal(deliveryOf('re-rate', 11, [payment(alpen, baltic)], amend))
    const { payment: paid } = proposalOf(rerated, request(5_000_000))
    expect(paid).toMatchObject({ principal: 500_000_000n, interest: 222_500n })
    expect(proposalOf(rerated, request('ALL')).payment?.interest).toBe(445_000n)
  })

  test('leaves out what pending returns pay back', () => {
    const pending = proposalOf(deal(), request(4_000_000))
    const delivery = { ...settle('one', 0, deal(), pending), settledAt: null }
    const rest = proposalOf(deal(delivery), request('ALL'))
    expect(rest).toMatchObject({
      isFull: true,
      moves: [{ quantity: 6_000_000n }],
      payment: { principal: 600_000_000n },
    })
    expect((pending.payment?.interest ?? 0n) + (rest.payment?.interest ?? 0n)).toBe(416_111n)
  })

  test('turns where negative interest exceeds the principal', () => {
    const terms = { ...repoTerms, purchasePrice: '1.00', rate: '-100', repurchaseDate: '2028-11-23' }
    const cheap = dealOf(repoOpening(10, { repo: terms }), [], today)
    const proposal = proposalOf(cheap, request('ALL', { date: '2028-11-23' }))
    expect(proposal.payment).toMatchObject({ payer: baltic, payee: alpen, principal: -100n, interest: 203n })
    const closed = dealOf(repoOpening(10, { repo: terms }), [settle('all', 11, cheap, proposal)], today)
    expect(closed).toMatchObject({ state: 'CLOSED', warnings: [], cash: { principal: { cents: 0n } } })
  })

  test('is exact over many segments, and rounded once', () => {
    const cent = { rate: '1', principal: 1_00n }
    const days = [1, 2, 3].map((day) => ({ from: `2026-11-0${day}`, ...cent }))
    // Each day is 0.0000277…; one by one each would round to nothing.
    expect(interestOver(days, 'ACT/360', '2028-11-01')).toBe(2n)
    expect(interestOver([], 'ACT/360', '2028-11-01')).toBe(0n)
  })
})

describe('the collateral of a loan', () => {
  const loan = loanOpening()
  const lent = (...events: DealDelivery[]) => dealOf(loan, events, today)
  const bund = assetKey(legOf(securities('bund', alpen, baltic, 1)))
  const back = (quantity: bigint, given: Partial<ReturnRequest> = {}) =>
    proposalOf(lent(), { quantities: new Map([['L1', quantity]]), date: '2026-11-26', ...given }).moves.map(
      (move) => [move.lot, move.sender, move.quantity] as const,
    )

  test('goes back in proportion, rounded down to its denomination', () => {
    expect(back(333n)).toEqual([
      ['L1', baltic, 333n],
      ['C1', alpen, 66_600n],
    ])
    expect(back(333n, { denominations: new Map([[bund, 1_000n]]) })).toEqual([
      ['L1', baltic, 333n],
      ['C1', alpen, 66_000n],
    ])
    expect(back(1n, { denominations: new Map([[bund, 1_000n]]) })).toEqual([['L1', baltic, 1n]])
  })

  test('goes back whole at the full return, and as agreed where the request names it', () => {
    expect(back(1_000n)).toEqual([
      ['L1', baltic, 1_000n],
      ['C1', alpen, 200_000n],
    ])
    expect(
      back(10n, {
        quantities: new Map([
          ['L1', 10n],
          ['C1', 0n],
        ]),
      }),
    ).toEqual([['L1', baltic, 10n]])
  })

  test('of cash is rounded down too, and bears no interest', () => {
    const cash = deliveryOf(
      'cash loan',
      10,
      [securities('share', alpen, baltic, 3), payment(baltic, alpen)],
      {
        loan: loan.details?.loan,
        cashQuantity: '100.00',
        cashCurrency: 'EUR',
      },
    )
    const secured = dealOf(cash, [], today)
    expect(secured).toMatchObject({ kind: 'LOAN', rateSegments: [] })
    const { payment: paid } = proposalOf(secured, { quantities: new Map([['L1', 2n]]), date: '2026-11-23' })
    expect(paid).toMatchObject({ payer: alpen, payee: baltic, principal: 6_666n, interest: null })
  })
})

test('a return gives back something', () => {
  expect(() => returnOf(deal(), request(0))).toThrow(RangeError)
  expect(() => returnOf(deal(), request(-1))).toThrow(RangeError)
})

test('a denomination is a whole number of smallest units', () => {
  expect(denominationUnits('1000', 2)).toBe(100_000n)
  expect(denominationUnits('0.01', 2)).toBe(1n)
  expect(denominationUnits('0.010', 2)).toBe(1n)
  expect(denominationUnits('0.001', 2)).toBeUndefined()
  expect(denominationUnits('0', 0)).toBeUndefined()
})
