// Substitutions: collateral goes back to whoever gave it, and other securities take its place, in one delivery.
import { MOST_LEGS } from '../terms/dealEvent.ts'
import type { DealEvent } from '../terms/dealEvent.ts'
import type { LotKind, LotName } from '../terms/loanTerms.ts'
import type { Address, InstrumentId } from '../scalars.ts'
import type { Deal, DealLot } from '../deals/deal.ts'
import { custodianRefusal } from '../deals/custodians.ts'
import type { UnusableCustodians } from '../deals/custodians.ts'
import { assetKey } from '../deals/dealDelivery.ts'
import type { Asset } from '../deals/dealDelivery.ts'
import { nextLotName } from '../deals/lots.ts'
import { isCollateralOf } from '../deals/outstanding.ts'
import { deliveriesMoving, stageRefusal } from '../deals/refusals.ts'
import type { DealRefusal } from '../deals/refusals.ts'
import type { DealMove, Denominations } from '../deals/returns.ts'
import { haircutsByHand, shortagesOf, valueTestOf } from './valueTest.ts'
import type { TestedMove, TestOptions, ValueTest } from './valueTest.ts'
import { quantityFor } from '../repo/values.ts'

export type Outgoing = { lot: LotName; quantity: bigint }
/** ENOUGH: the smallest quantity that passes both tests, with the other incoming ones; of one line alone. */
export type Incoming = { asset: Asset; quantity: bigint | 'ENOUGH' }

export type SubstitutionRequest = TestOptions & {
  /** Who creates it: the giver of the collateral. */
  own: Address
  out: readonly Outgoing[]
  in: readonly Incoming[]
  denominations?: Denominations | undefined
  /** Those who cannot confirm now, by `assetKey` of what moves. */
  unusable?: UnusableCustodians | undefined
  /** The user goes on although values cannot be tested; what was quoted goes into the event. */
  isUntestedAccepted?: boolean | undefined
}

export type SubstitutionProposal = {
  /** Those that go out first. */
  moves: readonly DealMove[]
  test: ValueTest
  /** For the private details. */
  event: DealEvent
}

/** Where only the value tests refuse it: what was tested. */
type Result =
  { proposal: SubstitutionProposal } | { refusal: DealRefusal; tested?: Omit<SubstitutionProposal, 'event'> }

/**
 * The legs, the value tests and the details of a substitution; or why it cannot be. The deal's cash, rate and end do not change;
 * what comes in has new lots of the kind of what goes out, and a later return gives them back.
 *
 * @example
 * substitutionOf(deal, { own: seller, out: [{ lot: 'P1', quantity: 5_000_000n }], in: [{ asset, quantity: 'ENOUGH' }], date, prices })
 */
export function substitutionOf(deal: Deal, request: SubstitutionRequest): Result {
  const refused =
    stageRefusal(deal) ??
    termsRefusal(deal) ??
    sizeRefusal(request) ??
    outRefusal(deal, request) ??
    custodianRefusal(
      [...outLots(deal, request), ...request.in].map(({ asset }) => asset),
      request.unusable,
    )
  if (refused !== undefined) return { refusal: refused }
  const planned = plannedMoves(deal, request)
  if ('refusal' in planned) return planned
  const test = valueTestOf(deal, planned.moves, request)
  const odd = denominationRefusal(deal, planned.moves, request)
  if (odd !== undefined) return { refusal: odd }
  const [first] = outLots(deal, request)
  if (first === undefined) throw new RangeError('a substitution takes something out')
  const moves = planned.moves.map(({ lot, asset, quantity, way }): DealMove => {
    const [sender, receiver] = way === 'out' ? [first.holder, first.giver] : [first.giver, first.holder]
    return { lot, asset, sender, receiver, quantity }
  })
  const refusal = valueRefusal(test, request)
  return refusal === undefined
    ? { proposal: { moves, test, event: eventOf(deal, moves, test, request, planned.moves) } }
    : { refusal, tested: { moves, test } }
}

const termsRefusal = ({ terms: { margin } }: Deal): DealRefusal | undefined =>
  margin?.substitution === 'NONE' ? { code: 'substitutionNotAllowed' } : undefined

function sizeRefusal({ out, in: incoming }: SubstitutionRequest): DealRefusal | undefined {
  if (out.length === 0 || incoming.length === 0)
    throw new RangeError('a substitution takes something out and brings something in')
  const legs = out.length + incoming.length
  return legs > MOST_LEGS ? { code: 'tooManyLegs', legs, most: MOST_LEGS } : undefined
}

const outLots = ({ lots }: Deal, { out }: SubstitutionRequest): DealLot[] =>
  out.flatMap(({ lot: name }) => lots.find(({ lot }) => lot === name) ?? [])

function outRefusal(deal: Deal, { out, own }: SubstitutionRequest): DealRefusal | undefined {
  if (new Set(out.map(({ lot }) => lot)).size < out.length) throw new RangeError('a lot goes out once')
  for (const { lot: name, quantity } of out) {
    if (quantity <= 0n) throw new RangeError('a quantity is above zero')
    const lot = deal.lots.find((one) => one.lot === name)
    if (lot === undefined || quantity > lot.outstanding) return { code: 'lotNotOutstanding', lot: name }
    if (!isCollateralOf(lot, own)) return { code: 'notYourCollateral', lot: name }
    const deliveryIds = deliveriesMoving(deal, name)
    if (deliveryIds.length > 0) return { code: 'lotInFlight', lot: name, deliveryIds }
  }
  return undefined
}

/** What comes in is of the kind of what goes out; margin only where nothing but margin goes out. */
function kindOfIncoming(gone: readonly DealLot[]): LotKind {
  const kinds = gone.map(({ kind }) => kind)
  return kinds.find((kind) => kind !== 'MARGIN') ?? 'MARGIN'
}

function plannedMoves(
  deal: Deal,
  request: SubstitutionRequest,
): { moves: TestedMove[] } | { refusal: DealRefusal } {
  const gone = outLots(deal, request)
  const kind = kindOfIncoming(gone)
  const moves = request.out.flatMap(({ lot, quantity }, index): TestedMove[] => {
    const asset = gone[index]?.asset
    return asset === undefined ? [] : [{ lot, asset, quantity, way: 'out' }]
  })
  const lots: { lot: LotName }[] = [...deal.lots]
  const open: TestedMove[] = []
  for (const { asset, quantity } of request.in) {
    if (quantity !== 'ENOUGH' && quantity <= 0n) throw new RangeError('a quantity is above zero')
    const move = {
      lot: nextLotName(lots, kind),
      asset,
      quantity: quantity === 'ENOUGH' ? 0n : quantity,
      way: 'in',
    } as const
    lots.push(move)
    moves.push(move)
    if (quantity === 'ENOUGH') open.push(move)
  }
  const [wanted, second] = open
  if (second !== undefined) throw new RangeError('one quantity is proposed at a time')
  return wanted === undefined ? { moves } : enough(deal, moves, wanted, request)
}

/** The moves with the smallest quantity of one of them that passes both tests. */
function enough(
  deal: Deal,
  moves: readonly TestedMove[],
  wanted: TestedMove,
  request: SubstitutionRequest,
): { moves: TestedMove[] } | { refusal: DealRefusal } {
  const { lines, untested } = valueTestOf(deal, moves, request)
  const line = lines.find(({ lot }) => lot === wanted.lot)
  if (untested !== null && untested.code !== 'priceStale') return { refusal: untested }
  const price = line?.price
  if (line === undefined || price == null) return { refusal: { code: 'priceMissing', assets: [] } }
  const { haircut, asset } = line
  const denomination = request.denominations?.get(assetKey(asset))
  const { market, coverage } = shortagesOf(deal, moves, request)
  const byValue = quantityFor(market, { asset, price, haircut: '0', denomination })
  const byCoverage = quantityFor(coverage, { asset, price, haircut, denomination })
  const quantity = byValue > byCoverage ? byValue : byCoverage
  if (quantity === 0n) return { refusal: { code: 'nothingNeeded' } }
  return { moves: moves.map((move) => (move === wanted ? { ...move, quantity } : move)) }
}

/** Multiples of the denomination; of what goes out also everything that is outstanding. */
function denominationRefusal(
  { lots }: Deal,
  moves: readonly TestedMove[],
  { denominations }: SubstitutionRequest,
): DealRefusal | undefined {
  for (const { lot, asset, quantity, way } of moves) {
    const denomination = denominations?.get(assetKey(asset))
    if (denomination === undefined || quantity % denomination === 0n) continue
    const isWhole = way === 'out' && lots.some((one) => one.lot === lot && one.outstanding === quantity)
    if (!isWhole) return { code: 'notDenominated', lot, denomination, asset }
  }
  return undefined
}

/** The decisive test must pass; where values cannot be relied on, the user must have accepted that. */
function valueRefusal(
  { untested, decisive, ...tests }: ValueTest,
  { isUntestedAccepted = false }: SubstitutionRequest,
): DealRefusal | undefined {
  if (untested !== null) return isUntestedAccepted ? undefined : untested
  const by = tests[decisive]?.shortBy ?? 0n
  return by > 0n ? { code: 'valueTooLow', by } : undefined
}

/** It quotes every price and names every haircut that was entered by hand, so that anyone can repeat the test. Without a price, its value was not tested. */
function eventOf(
  deal: Deal,
  moves: readonly DealMove[],
  { lines }: ValueTest,
  { date, haircuts: typed }: SubstitutionRequest,
  tested: readonly TestedMove[],
): DealEvent {
  const haircuts = haircutsByHand(deal, tested, typed)
  const quoted = new Map(
    lines.flatMap(({ asset, price }) =>
      asset.instrumentId === null || price === null
        ? []
        : [[asset.instrumentId as InstrumentId, price] as const],
    ),
  )
  const priceUsed = [...quoted]
    .map(([instrument, { clean, accrued, date: day, source }]) => ({
      instrument,
      clean,
      accrued,
      date: day,
      source,
    }))
    .toSorted((one, other) => (one.instrument < other.instrument ? -1 : 1))
  return {
    v: 1,
    event: 'SUBSTITUTION',
    basedOn: deal.hash,
    effectiveDate: date,
    lots: moves.map(({ lot }, legIdx) => ({ legIdx, lot })),
    ...(haircuts.length === 0 ? {} : { amend: { haircuts } }),
    ...(priceUsed.length === 0 ? {} : { priceUsed }),
  }
}
