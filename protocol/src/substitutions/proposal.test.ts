import { describe, expect, test } from 'vitest'
import {
  alpen,
  baltic,
  deliveryOf,
  legOf,
  loanOpening,
  payment,
  repoOpening,
  repoReturn,
  securities,
} from '../../test/dealDeliveries.ts'
import { marginTerms } from '../../test/dealDetails.ts'
import { assetKey, assetOf } from '../deals/dealDelivery.ts'
import type { Asset, DealDelivery } from '../deals/dealDelivery.ts'
import { dealOf } from '../deals/deal.ts'
import type { Deal } from '../deals/deal.ts'
import { entryText } from '../deals/dealText.ts'
import { unitWeights } from '../deals/principalShares.ts'
import { confirmRefusal } from '../deals/refusals.ts'
import { returnOf } from '../deals/returns.ts'
import { LotName } from '../terms/loanTerms.ts'
import { fraction, fractionOf } from '../repo/fraction.ts'
import { perHundred, quantityFor } from '../repo/values.ts'
import { InstrumentId } from '../scalars.ts'
import { substitutableLots } from '../deals/outstanding.ts'
import { substitutionOf } from './proposal.ts'
import type { SubstitutionProposal, SubstitutionRequest } from './proposal.ts'
import { decisiveText } from './decisiveText.ts'
import { proposedTestOf } from './valueTest.ts'
import type { Price, Prices } from './valueTest.ts'

const today = '2026-11-25'
const opening = repoOpening()
const deal = (...events: DealDelivery[]) => dealOf(opening, events, today)
const asset = (name: string): Asset => assetOf(legOf(securities(name, alpen, baltic, 1)))
const idOf = (name: string): InstrumentId => InstrumentId.parse(asset(name).instrumentId)
const price = (clean: string, given: Partial<Price> = {}): Price => ({
  clean,
  accrued: '0',
  date: today,
  source: 'desk',
  currency: null,
  ...given,
})
const prices = (all: Readonly<Record<string, Price>>): Prices =>
  new Map(Object.entries(all).map(([name, one]) => [idOf(name), one]))
const lot = (name: string): LotName => LotName.parse(name)
const P1 = lot('P1')

/** 5,000,000 of P1 at 100 go out, and as much of a note at 100 comes in. */
const request = (given: Partial<SubstitutionRequest> = {}): SubstitutionRequest => ({
  own: alpen,
  out: [{ lot: P1, quantity: 5_000_000n }],
  in: [{ asset: asset('note'), quantity: 5_000_000n }],
  date: today,
  prices: prices({ bund: price('100'), note: price('100'), share: price('100') }),
  ...given,
})
const refusalOf = (of: Deal, given: Partial<SubstitutionRequest> = {}) => {
  const result = substitutionOf(of, request(given))
  return 'refusal' in result ? result.refusal : undefined
}
function proposalOf(of: Deal, given: Partial<SubstitutionRequest> = {}): SubstitutionProposal {
  const result = substitutionOf(of, request(given))
  if ('refusal' in result) throw new Error(result.refusal.code)
  return result.proposal
}
/** A proposal as a delivery. */
const delivered = (
  name: string,
  block: number,
  of: Deal,
  { moves, event }: SubstitutionProposal,
): DealDelivery =>
  deliveryOf(
    name,
    block,
    moves.map(({ asset: { identifier }, sender, receiver, quantity }) =>
      securities(identifier ?? '', sender, receiver, quantity),
    ),
    { openingDeliveryId: of.openingDeliveryId, deal: event },
  )
const outstanding = ({ lots }: Deal) => lots.map((one) => `${one.lot} ${one.outstanding}`)

describe('a substitution is refused', () => {
  test('of a deal that is not open, is closed, or is inconsistent', () => {
    expect(refusalOf(dealOf(repoOpening(0), [], today))).toEqual({ code: 'dealNotOpen' })
    const all = repoReturn('all', 11, opening, { quantity: 10_000_000, principal: '10000000.00' })
    expect(refusalOf(deal(all))).toEqual({ code: 'dealClosed' })
    expect(refusalOf(deal({ ...all, detailsStatus: 'PENDING' }))).toMatchObject({ code: 'detailsMissing' })
  })

  test('where the terms exclude it', () => {
    const margin = { ...marginTerms, substitution: 'NONE' }
    expect(refusalOf(dealOf(repoOpening(10, { margin }), [], today))).toEqual({
      code: 'substitutionNotAllowed',
    })
  })

  test('of a lot that does not exist, or of more than is outstanding', () => {
    expect(refusalOf(deal(), { out: [{ lot: lot('P2'), quantity: 1n }] })).toEqual({
      code: 'lotNotOutstanding',
      lot: 'P2',
    })
    expect(refusalOf(deal(), { out: [{ lot: P1, quantity: 10_000_001n }] })).toMatchObject({
      code: 'lotNotOutstanding',
    })
  })

  test('by the holder of the collateral, and of what was lent', () => {
    expect(refusalOf(deal(), { own: baltic })).toEqual({ code: 'notYourCollateral', lot: 'P1' })
    const loan = dealOf(loanOpening(), [], today)
    expect(refusalOf(loan, { out: [{ lot: lot('L1'), quantity: 1n }] })).toMatchObject({
      code: 'notYourCollateral',
    })
    expect(substitutableLots(loan, baltic).map((one) => one.lot)).toEqual(['C1'])
    expect(substitutableLots(loan, alpen)).toEqual([])
  })

  test('while a return or a substitution of the lot is pending, which it names, until that is canceled', () => {
    const part = (block: number | 'CANCELED') =>
      repoReturn('part', block, opening, { quantity: 1, principal: '1.00' })
    expect(refusalOf(deal(part(0)))).toEqual({
      code: 'lotInFlight',
      lot: 'P1',
      deliveryIds: [part(0).deliveryId],
    })
    expect(refusalOf(deal(part('CANCELED')))).toBeUndefined()
    const other = delivered('other', 0, deal(), proposalOf(deal()))
    expect(refusalOf(deal(other))).toMatchObject({ code: 'lotInFlight', deliveryIds: [other.deliveryId] })
    expect(substitutableLots(deal(other), alpen)).toEqual([])
  })

  test('while the custodian of what goes out or comes in cannot confirm, before anything is valued', () => {
    const faultOf = (name: string) =>
      refusalOf(deal(), {
        prices: new Map(),
        unusable: new Map([
          [assetKey(asset(name)), { custodian: 'Meridian Registrars', fault: 'SUSPENDED' }],
        ]),
      })
    const refused = { code: 'custodianUnusable', custodian: 'Meridian Registrars', fault: 'SUSPENDED' }
    expect(faultOf('note')).toEqual({ ...refused, asset: 'note' })
    expect(faultOf('bund')).toEqual({ ...refused, asset: 'bund' })
    expect(faultOf('bill')).toMatchObject({ code: 'priceMissing' })
  })

  test('of a quantity between denominations, unless it is the whole rest', () => {
    const denominations = new Map(['bund', 'note'].map((name) => [assetKey(asset(name)), 3_000n]))
    const [all, thirds] = [10_000_000n, 10_002_000n]
    expect(refusalOf(deal(), { denominations })).toMatchObject({ code: 'notDenominated', lot: 'P1' })
    const out = [{ lot: P1, quantity: all }]
    const wrong = [{ asset: asset('note'), quantity: thirds + 1n }]
    expect(refusalOf(deal(), { denominations, out, in: wrong })).toEqual({
      code: 'notDenominated',
      lot: 'P2',
      denomination: 3_000n,
      asset: asset('note'),
    })
    const right = [{ asset: asset('note'), quantity: thirds }]
    expect(refusalOf(deal(), { denominations, out, in: right })).toBeUndefined()
  })

  test('with more legs than a delivery has', () => {
    const many = Array.from({ length: 32 }, () => ({ asset: asset('note'), quantity: 1n }))
    expect(refusalOf(deal(), { in: many })).toEqual({ code: 'tooManyLegs', legs: 33, most: 32 })
    expect(refusalOf(deal(), { in: many.slice(1), isUntestedAccepted: true })).toMatchObject({
      code: 'valueTooLow',
    })
  })

  test('if it is worth a cent too little, with the amount', () => {
    const short = [{ asset: asset('note'), quantity: 4_999_999n }]
    expect(refusalOf(deal(), { in: short })).toEqual({ code: 'valueTooLow', by: 100n })
    const thin = prices({ bund: price('100'), note: price('99.9999999999') })
    expect(refusalOf(deal(), { prices: thin })).toEqual({ code: 'valueTooLow', by: 1n })
  })

  test('of a loan, by what is left after haircuts: what is worth enough may cover too little', () => {
    const margin = { method: 'LOAN', marginRatio: '100', substitution: 'ANY_TIME' } as const
    const loan = dealOf(loanOpening(10, { margin }), [], today)
    const given = {
      own: baltic,
      out: [{ lot: lot('C1'), quantity: 100_000n }],
      in: [{ asset: asset('note'), quantity: 100_000n }],
      haircuts: new Map([[idOf('note'), '8']]),
    }
    // 100,000 shares at 1,000 are lent, so that the loan stays uncovered.
    const dear = prices({ bund: price('100'), note: price('100'), share: price('1000000') })
    expect(refusalOf(loan, { ...given, prices: dear })).toEqual({ code: 'valueTooLow', by: 800_000n })
    expect(proposalOf(loan, given).test).toMatchObject({
      decisive: 'coverage',
      coverage: { out: 10_000_000n, in: 9_200_000n, shortBy: 0n },
      exposure: { before: -19_900_000n, after: -19_100_000n },
    })
  })

  test('by the test that its method of margin computes with: of a repo with haircuts, after them', () => {
    const given = { haircuts: new Map([[idOf('note'), '8']]) }
    const by = (margin: object) => dealOf(repoOpening(10, { margin }), [], today)
    const ratio = { method: 'A', marginRatio: '102', substitution: 'ANY_TIME' }
    expect(decisiveText(proposalOf(deal(), given).test)).toBe('must pass')
    expect(proposalOf(by(ratio), given).test).toMatchObject({ decisive: 'market', decidedBy: 'A' })
    expect(refusalOf(by(marginTerms), given)).toEqual({ code: 'valueTooLow', by: 30_000_000n })
    const { test: tested } = proposalOf(by(marginTerms), { ...given, haircuts: new Map() })
    expect(tested).toMatchObject({ decisive: 'coverage', decidedBy: 'B' })
    expect(decisiveText(tested)).toBe('must pass: margin of method B')
  })

  test('without a price, with one of another currency, or with an old one, until the user continues without the test', () => {
    const only = prices({ bund: price('100') })
    expect(refusalOf(deal(), { prices: only })).toEqual({ code: 'priceMissing', assets: ['note'] })
    const foreign = prices({ bund: price('100'), note: price('100', { currency: 'USD' }) })
    expect(refusalOf(deal(), { prices: foreign })).toEqual({ code: 'currenciesDiffer', assets: ['note'] })
    const old = prices({ bund: price('100'), note: price('100', { date: '2026-11-23' }) })
    expect(refusalOf(deal(), { prices: old })).toEqual({ code: 'priceStale', assets: ['note'] })
    expect(refusalOf(deal(), { prices: old, staleAfterDays: 2 })).toBeUndefined()
    const { event, test: tested } = proposalOf(deal(), { prices: only, isUntestedAccepted: true })
    expect(event.priceUsed?.map(({ instrument }) => instrument)).toEqual([idOf('bund')])
    expect(tested).toMatchObject({ market: null, coverage: null, exposure: null })
    const settled = deal(delivered('one', 12, deal(), { ...proposalOf(deal()), event }))
    expect(settled).toMatchObject({ state: 'OPEN', warnings: [{ code: 'valueUntested' }] })
  })
})

test('a price for one is quoted for 100, digit for digit', () => {
  expect(['26.87', '0.005', '3', '0', '12.3456', '0.1'].map(perHundred)).toEqual([
    '2687',
    '0.5',
    '300',
    '0',
    '1234.56',
    '10',
  ])
})

describe('the quantity that is enough', () => {
  test('covers 9,974,250 at 98.5 less 1 %: 10,228,426.396… are rounded up to the denomination, never down', () => {
    const needed = { asset: { decimals: 0 }, price: price('98.5'), haircut: '1' }
    expect(quantityFor(fractionOf('9974250'), { ...needed, denomination: 1_000n })).toBe(10_229_000n)
    expect(quantityFor(fractionOf('9974250'), needed)).toBe(10_228_427n)
    const cents = quantityFor(fractionOf('9974250'), { ...needed, asset: { decimals: 2 } })
    expect(cents).toBe(1_022_842_640n)
  })

  test('covers where the same quantity cut off after its units would be 39 cents short', () => {
    const coverageOf = (quantity: bigint) =>
      proposalOf(deal(), {
        out: [{ lot: P1, quantity: 10_000_000n }],
        in: [{ asset: asset('note'), quantity }],
        prices: prices({ bund: price('99.7425'), note: price('98.5') }),
        haircuts: new Map([[idOf('note'), '1']]),
      }).test.coverage
    expect(coverageOf(10_228_426n)).toEqual({ out: 997_425_000n, in: 997_424_961n, shortBy: 39n })
    expect(coverageOf(10_228_427n)?.shortBy).toBe(0n)
    expect(coverageOf(10_229_000n)?.shortBy).toBe(0n)
  })

  test('passes both tests, and is refused where nothing is missing', () => {
    const given = {
      prices: prices({ bund: price('99.1', { accrued: '0.4' }), note: price('98.5'), bill: price('50') }),
      in: [{ asset: asset('note'), quantity: 'ENOUGH' as const }],
      denominations: new Map([[assetKey(asset('note')), 1_000n]]),
    }
    const plain = proposalOf(deal(), given)
    expect(plain.moves[1]?.quantity).toBe(5_051_000n)
    const cut = proposalOf(deal(), { ...given, haircuts: new Map([[idOf('note'), '1']]) })
    // 4,975,000 / (0.985 × 0.99) = 5,101,779.2…
    expect(cut.moves[1]?.quantity).toBe(5_102_000n)
    expect(cut.test.market?.shortBy).toBe(0n)
    expect(cut.test.coverage?.shortBy).toBe(0n)
    const rest = [...given.in, { asset: asset('bill'), quantity: 2_000_000n }]
    // 3,975,000 / 0.985 = 4,035,532.9…
    expect(proposalOf(deal(), { ...given, in: rest }).moves[1]?.quantity).toBe(4_036_000n)
    const enough = [...given.in, { asset: asset('bill'), quantity: 20_000_000n }]
    expect(refusalOf(deal(), { ...given, in: enough })).toEqual({ code: 'nothingNeeded' })
    expect(refusalOf(deal(), { ...given, prices: prices({ bund: price('1') }) })).toMatchObject({
      code: 'priceMissing',
    })
  })
})

describe('a substitution', () => {
  const half = delivered('half', 12, deal(), proposalOf(deal()))

  test('moves both legs, quotes its prices, and computes the same for whoever confirms it', () => {
    const { moves, event, test: tested } = proposalOf(deal())
    expect(moves.map(({ lot: name, sender, receiver }) => [name, sender, receiver])).toEqual([
      ['P1', baltic, alpen],
      ['P2', alpen, baltic],
    ])
    expect(event).toMatchObject({
      event: 'SUBSTITUTION',
      basedOn: deal().hash,
      effectiveDate: today,
      lots: [
        { legIdx: 0, lot: 'P1' },
        { legIdx: 1, lot: 'P2' },
      ],
    })
    expect(event.priceUsed).toHaveLength(2)
    const pending = deal(delivered('half', 0, deal(), proposalOf(deal())))
    const [entry] = pending.events.filter(({ kind }) => kind === 'SUBSTITUTION')
    if (entry === undefined) throw new Error('no substitution')
    expect(confirmRefusal(pending, entry.deliveryId)).toBeUndefined()
    expect(entryText(entry, pending)).toBe('Substitution of 5,000,000 bund by 5,000,000 note')
    const theirs = proposedTestOf(pending, entry)
    expect(theirs).toEqual(tested)
    expect(theirs).toMatchObject({
      market: { out: 500_000_000n, in: 500_000_000n, shortBy: 0n },
      exposure: { before: 118_889n, after: 118_889n },
      untested: null,
    })
    // The price has fallen since.
    const own = { prices: prices({ note: price('97') }) }
    expect(proposedTestOf(pending, entry, own).market?.shortBy).toBe(15_000_000n)
  })

  test('is in flight until it settles, and a cancel makes exactly its quantity available', () => {
    const pending = (block: number | 'CANCELED') =>
      deal({
        ...delivered('half', 0, deal(), proposalOf(deal())),
        deliveryState: block === 0 ? 'PENDING' : 'CANCELED',
      })
    expect(pending(0).lots).toMatchObject([
      { lot: 'P1', outstanding: 10_000_000n, inFlight: 5_000_000n },
      { lot: 'P2', outstanding: 0n, arriving: 5_000_000n },
    ])
    expect(pending('CANCELED').lots).toMatchObject([{ outstanding: 10_000_000n, inFlight: 0n, arriving: 0n }])
  })

  test('leaves cash, rate and end of the deal as they were', () => {
    const [before, after] = [deal(), deal(half)]
    expect(outstanding(after)).toEqual(['P1 5000000', 'P2 5000000'])
    expect(after).toMatchObject({ cash: before.cash, rateSegments: before.rateSegments, terms: before.terms })
    expect(after).toMatchObject({ state: 'OPEN', warnings: [] })
  })

  test('gives the new lot the haircut of its instrument, else the highest that it replaces', () => {
    const covered = repoOpening(10, { margin: marginTerms })
    const of = dealOf(covered, [], today)
    const proposal = proposalOf(of)
    expect(proposal.test.lines.map(({ haircut }) => haircut)).toEqual(['2', '2'])
    const settled = dealOf(covered, [delivered('one', 12, of, proposal)], today)
    expect(settled.terms.margin?.haircuts).toEqual([
      { lot: 'P1', haircut: '2' },
      { lot: 'P2', haircut: '2' },
    ])
  })

  test('names each haircut that was entered by hand, so that whoever confirms it computes with the same, and reads which it replaces', () => {
    const covered = repoOpening(10, { margin: marginTerms })
    const of = dealOf(covered, [], today)
    const byHand = {
      in: [{ asset: asset('note'), quantity: 6_000_000n }],
      haircuts: new Map([[idOf('note'), '7.5']]),
    }
    const proposal = proposalOf(of, byHand)
    expect(proposal.event.amend).toEqual({ haircuts: [{ lot: 'P2', haircut: '7.5' }] })
    const pending = {
      ...delivered('one', 12, of, proposal),
      deliveryState: 'PENDING' as const,
      settledAt: null,
    }
    const seen = dealOf(covered, [pending], today)
    const entry = seen.events.find(({ kind }) => kind === 'SUBSTITUTION')
    if (entry === undefined) throw new Error('it is in flight')
    const theirs = proposedTestOf(seen, entry, { date: today })
    expect(theirs.lines.map(({ lot, haircut, agreedHaircut }) => [lot, haircut, agreedHaircut])).toEqual([
      ['P1', '2', '2'],
      ['P2', '7.5', '2'],
    ])
    expect(theirs.coverage).toEqual(proposal.test.coverage)
    expect(seen.terms.margin?.haircuts).toEqual([{ lot: 'P1', haircut: '2' }])
    const settled = dealOf(covered, [delivered('one', 12, of, proposal)], today)
    expect(settled.terms.margin).toEqual({
      ...marginTerms,
      haircuts: [
        { lot: 'P1', haircut: '2' },
        { lot: 'P2', haircut: '7.5' },
      ],
    })
  })

  test('names no haircut that is that of the terms, and asks for no consent where the deal had no terms of margin', () => {
    const covered = repoOpening(10, { margin: marginTerms })
    const same = proposalOf(dealOf(covered, [], today), { haircuts: new Map([[idOf('note'), '2']]) })
    expect(same.event.amend).toBeUndefined()
    const plain = proposalOf(deal(), { haircuts: new Map([[idOf('note'), '1']]) })
    expect(deal(delivered('one', 12, deal(), plain)).terms.margin).toEqual({
      method: 'B',
      substitution: 'ANY_TIME',
      haircuts: [{ lot: 'P2', haircut: '1' }],
    })
  })

  test('is returned at the end instead of what it replaced, for the whole principal', () => {
    const whole = proposalOf(deal(), {
      out: [{ lot: P1, quantity: 10_000_000n }],
      in: [{ asset: asset('note'), quantity: 10_000_000n }],
    })
    const found = returnOf(deal(delivered('all', 12, deal(), whole)), {
      quantities: 'ALL',
      date: '2026-11-30',
    })
    expect(found).toMatchObject({
      proposal: {
        isFull: true,
        moves: [{ lot: 'P2', quantity: 10_000_000n }],
        payment: { principal: 1_000_000_000n, interest: 416_111n },
      },
    })
  })

  test('leaves to the full return what two parts and it have left: what is held then', () => {
    const parts = [
      repoReturn('one', 11, opening, { quantity: 2_000_000, principal: '2000000.00' }),
      repoReturn('two', 12, opening, { quantity: 1_000_000, principal: '1000000.00' }),
    ]
    const exchange = delivered('half', 13, deal(...parts), proposalOf(deal(...parts)))
    expect(returnOf(deal(...parts, exchange), { quantities: 'ALL', date: '2026-11-30' })).toMatchObject({
      proposal: {
        isFull: true,
        moves: [
          { lot: 'P1', quantity: 2_000_000n },
          { lot: 'P2', quantity: 5_000_000n },
        ],
        payment: { principal: 700_000_000n },
      },
    })
  })

  test('takes 31 lots in for one, and another one on the same day', () => {
    const many = Array.from({ length: 31 }, () => ({ asset: asset('note'), quantity: 200_000n }))
    const first = deal(delivered('many', 12, deal(), proposalOf(deal(), { in: many })))
    expect(first.lots).toHaveLength(32)
    expect(first).toMatchObject({ state: 'OPEN', warnings: [] })
    const second = proposalOf(first, {
      out: [{ lot: lot('P32'), quantity: 200_000n }],
      in: [{ asset: asset('bill'), quantity: 200_000n }],
      prices: prices({ note: price('100'), bill: price('100') }),
    })
    expect(second.moves.map((move) => move.lot)).toEqual(['P32', 'P33'])
  })

  test('without anything that comes in, or of another kind, does not count', () => {
    const legs = [securities('bund', baltic, alpen, 5), securities('note', alpen, baltic, 5)]
    const bad = (some: typeof legs, lots: object[]) =>
      deal(
        deliveryOf('bad', 12, some, {
          openingDeliveryId: opening.deliveryId,
          deal: { ...proposalOf(deal()).event, priceUsed: undefined, lots },
        }),
      )
    const out = { legIdx: 0, lot: 'P1' }
    const margin = { legIdx: 1, lot: 'M1' }
    for (const torn of [bad(legs.slice(0, 1), [out]), bad(legs, [out, margin])])
      expect(torn).toMatchObject({
        state: 'INCONSISTENT',
        events: [{}, { fault: { code: 'legUnexpected' } }],
      })
  })
})

test('a return of what a pending substitution has yet to bring waits for it, as after a chain reorg', () => {
  const half = (block: number) => delivered('half', block, deal(), proposalOf(deal()))
  const settled = deal(half(12))
  const found = returnOf(settled, { quantities: new Map([[lot('P2'), 1n]]), date: '2026-11-30' })
  if (!('proposal' in found)) throw new Error(found.refusal.code)
  const legs = [securities('note', baltic, alpen, 1), payment(alpen, baltic)]
  const details = { openingDeliveryId: opening.deliveryId, deal: found.proposal.event }
  const back = deliveryOf('back', 0, legs, details, { createdBlock: 13 })
  expect(confirmRefusal(deal(half(12), back), back.deliveryId)).toBeUndefined()
  expect(confirmRefusal(deal(half(0), back), back.deliveryId)).toEqual({
    code: 'lotInFlight',
    lot: 'P2',
    deliveryIds: [half(0).deliveryId],
  })
})

describe('the principal of a part after a substitution', () => {
  /** Half of P1 goes out; twice as much nominal comes in, at half the price. */
  const double = proposalOf(deal(), {
    in: [{ asset: asset('bill'), quantity: 10_000_000n }],
    prices: prices({ bund: price('100'), bill: price('50') }),
  })
  const after = deal(delivered('double', 12, deal(), double))
  const principalOf = (of: Deal, quantities: ReadonlyMap<LotName, bigint>) => {
    const found = returnOf(of, { quantities, date: '2026-11-30' })
    return 'proposal' in found ? found.proposal.payment?.principal : found.refusal.code
  }

  test('follows what each lot carries, and not its nominal', () => {
    expect(unitWeights(after).get(lot('P2'))).toEqual(fraction(1n, 2n))
    expect(principalOf(after, new Map([[P1, 5_000_000n]]))).toBe(500_000_000n)
    expect(principalOf(after, new Map([[lot('P2'), 5_000_000n]]))).toBe(250_000_000n)
  })

  test('is shared among several by their quoted values, and by nominal without all prices', () => {
    const mixed = {
      in: [
        { asset: asset('bill'), quantity: 5_000_000n },
        { asset: asset('note'), quantity: 2_500_000n },
      ],
    }
    const priced = prices({ bund: price('100'), bill: price('50'), note: price('100') })
    const valued = deal(delivered('mixed', 12, deal(), proposalOf(deal(), { ...mixed, prices: priced })))
    expect(principalOf(valued, new Map([[lot('P2'), 5_000_000n]]))).toBe(250_000_000n)
    const unpriced = { ...mixed, prices: new Map(), isUntestedAccepted: true }
    const nominal = deal(delivered('mixed', 12, deal(), proposalOf(deal(), unpriced)))
    // Two thirds of the half.
    expect(principalOf(nominal, new Map([[lot('P2'), 5_000_000n]]))).toBe(333_333_333n)
  })

  test('counts what is still arriving, so that no part takes the rest, and everything waits for it', () => {
    const pending = deal(delivered('double', 0, deal(), double))
    expect(principalOf(pending, new Map([[P1, 2_500_000n]]))).toBe(250_000_000n)
    expect(principalOf(pending, new Map([[P1, 5_000_000n]]))).toBe('lotInFlight')
    expect(returnOf(pending, { quantities: 'ALL', date: '2026-11-30' })).toMatchObject({
      refusal: { code: 'lotInFlight', lot: 'P2' },
    })
  })

  test('adds up to the cent over parts of all lots', () => {
    let of = after
    const events = [delivered('double', 12, deal(), double)]
    let paid = 0n
    for (const [index, [name, quantity]] of (
      [
        ['P2', 3_333_333n],
        ['P1', 1_666_667n],
        ['P2', 6_666_667n],
        ['P1', 3_333_333n],
      ] as const
    ).entries()) {
      const found = returnOf(of, { quantities: new Map([[lot(name), quantity]]), date: '2026-11-30' })
      if (!('proposal' in found)) throw new Error(found.refusal.code)
      const { moves, payment: cash, event } = found.proposal
      paid += cash?.principal ?? 0n
      const legs = moves.map((move) =>
        securities(move.asset.identifier ?? '', move.sender, move.receiver, move.quantity),
      )
      events.push(
        deliveryOf(`part ${index}`, 13 + index, [...legs, payment(alpen, baltic)], {
          openingDeliveryId: opening.deliveryId,
          deal: event,
        }),
      )
      of = deal(...events)
    }
    expect(paid).toBe(1_000_000_000n)
    expect(of).toMatchObject({ state: 'CLOSED', warnings: [] })
  })
})
