// Returns: how much of each lot may go back, and the cash against it.
import { MOST_LEGS } from '../terms/dealEvent.ts'
import type { DealEvent } from '../terms/dealEvent.ts'
import type { IsoDate } from '../terms/repoTerms.ts'
import { cashOf } from '../terms/cash.ts'
import type { Currency } from '../terms/cash.ts'
import type { LotName } from '../terms/loanTerms.ts'
import { roundHalfUp } from '../repo/repurchasePrice.ts'
import type { Address, DeliveryId } from '../scalars.ts'
import type { Deal, DealLot } from './deal.ts'
import { assetKey } from './dealDelivery.ts'
import type { Asset } from './dealDelivery.ts'
import { partInterest } from './dealState.ts'
import { fraction, sumOf, times, ZERO } from '../repo/fraction.ts'
import { availableOf, mainLotsOf, remainingOf } from './outstanding.ts'
import { unitWeights } from './principalShares.ts'
import { deliveriesMoving, stageRefusal } from './refusals.ts'
import type { DealRefusal } from './refusals.ts'

/** ON_PART: interest on the part that goes back is paid with it. AT_END: all interest is paid with the last return. */
export type InterestPayment = 'ON_PART' | 'AT_END'

/** Whether a part that is not the last pays its interest. */
const PAYS_ON_PART: Record<InterestPayment, boolean> = { ON_PART: true, AT_END: false }

/** Multiples in smallest units, by `assetKey`. */
export type Denominations = ReadonlyMap<string, bigint>

export type ReturnRequest = {
  /** By lot; ALL gives back whatever is held now. Collateral that is not named goes back in proportion. */
  quantities: ReadonlyMap<LotName, bigint> | 'ALL'
  date: IsoDate
  interest?: InterestPayment
  denominations?: Denominations
}

/** A leg to be created: `legIdx` is its place in the list. */
export type DealMove = { lot: LotName; asset: Asset; sender: Address; receiver: Address; quantity: bigint }

/** In cents. Below zero where interest at a negative rate exceeds the principal and turns the payment. */
export type DealPayment = {
  payer: Address
  payee: Address
  currency: Currency
  principal: bigint
  /** Null where this return pays none. */
  interest: bigint | null
}

export type ReturnProposal = {
  moves: readonly DealMove[]
  /** Its leg comes after those of `moves`. Null where the deal has no cash. */
  payment: DealPayment | null
  /** Nothing remains. */
  isFull: boolean
  /** For the private details. */
  event: DealEvent
}

/**
 * The legs, the cash and the details of a return; or why it cannot be. Quantities that pending deliveries give back already do not
 * count as outstanding, and the last return takes the rest of the principal, so that parts add up to the cent.
 *
 * @example
 * returnOf(deal, { quantities: new Map([['P1', 3_000_000n]]), date: '2026-11-26' })
 */
export function returnOf(
  deal: Deal,
  request: ReturnRequest,
): { proposal: ReturnProposal } | { refusal: DealRefusal } {
  const refused = stageRefusal(deal) ?? dateRefusal(deal, request.date) ?? quantityRefusal(deal, request)
  if (refused !== undefined) return { refusal: refused }
  const quantities = returnedQuantities(deal, request)
  const refusal = arrivingRefusal(deal, quantities)
  if (refusal !== undefined) return { refusal }
  const moves = deal.lots.flatMap((lot): DealMove[] => {
    const quantity = quantities.get(lot.lot) ?? 0n
    return quantity === 0n
      ? []
      : [{ lot: lot.lot, asset: lot.asset, sender: lot.holder, receiver: lot.giver, quantity }]
  })
  if (moves.length === 0) throw new RangeError('a return gives back something')
  const isFull = deal.lots.every((lot) => remainingOf(lot) === (quantities.get(lot.lot) ?? 0n))
  const payment = paymentOf(deal, shareOf(deal, quantities), request)
  const legs = moves.length + (payment === null ? 0 : 1)
  if (legs > MOST_LEGS) return { refusal: { code: 'tooManyLegs', legs, most: MOST_LEGS } }
  return { proposal: { moves, payment, isFull, event: eventOf(deal, moves, payment, request.date) } }
}

/** A denomination in smallest units; undefined where it is not a whole number of them. `denominationUnits('1000', 2)` → 100000n */
export function denominationUnits(denomination: string, decimals: number): bigint | undefined {
  const [whole = '0', fraction = ''] = denomination.split('.')
  if (fraction.replace(/0+$/, '').length > decimals) return undefined
  const units = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  return units === 0n ? undefined : units
}

function dateRefusal({ kind, terms, rateSegments }: Deal, date: IsoDate): DealRefusal | undefined {
  const start = terms.startDate
  if (start === null) return undefined
  const paidUntil = rateSegments[0]?.from ?? start
  const isEarly = date < start || date < paidUntil || (kind === 'REPO' && date === start)
  return isEarly ? { code: 'repurchaseTooEarly', earliest: paidUntil > start ? paidUntil : start } : undefined
}

function quantityRefusal(deal: Deal, { quantities, denominations }: ReturnRequest): DealRefusal | undefined {
  if (quantities === 'ALL') return inFlightWhole(deal)
  for (const [name, quantity] of quantities) {
    const lot = deal.lots.find((one) => one.lot === name)
    const by = quantity - (lot?.outstanding ?? 0n)
    if (lot === undefined || by > 0n) return { code: 'exceedsOutstanding', lot: name, by }
    if (quantity < 0n) throw new RangeError('a quantity is not below zero')
    if (quantity > availableOf(lot))
      return { code: 'returnInFlight', lot: name, deliveryIds: inFlightOf(deal, name) }
    const denomination = denominations?.get(assetKey(lot.asset))
    if (denomination !== undefined && quantity !== availableOf(lot) && quantity % denomination !== 0n)
      return { code: 'notDenominated', lot: name, denomination }
  }
  return undefined
}

/** The last return takes what is still to come as well, so it waits until that has settled. */
function arrivingRefusal(deal: Deal, quantities: ReadonlyMap<LotName, bigint>): DealRefusal | undefined {
  const arriving = deal.lots.find((lot) => lot.arriving > 0n)
  const isLast = mainLotsOf(deal).every(({ lot, ...one }) => availableOf(one) === (quantities.get(lot) ?? 0n))
  return arriving !== undefined && isLast
    ? { code: 'lotInFlight', lot: arriving.lot, deliveryIds: deliveriesMoving(deal, arriving.lot) }
    : undefined
}

/** Everything is on its way back already. */
function inFlightWhole(deal: Deal): DealRefusal | undefined {
  const [first] = deal.lots.filter(({ outstanding }) => outstanding > 0n)
  return first !== undefined && deal.lots.every((lot) => availableOf(lot) === 0n)
    ? { code: 'returnInFlight', lot: first.lot, deliveryIds: inFlightOf(deal, first.lot) }
    : undefined
}

/** The pending deliveries that give back some of a lot. */
export const inFlightOf = ({ events }: Deal, name: LotName): DeliveryId[] =>
  events
    .filter(
      ({ status, moves }) =>
        status === 'IN_FLIGHT' && moves.some(({ lot, way }) => lot === name && way === 'back'),
    )
    .map(({ deliveryId }) => deliveryId)

type Share = { part: bigint; whole: bigint }

/** How much of the main lots goes back, of what will be held once everything pending has settled: by what each unit carries. */
function shareOf(deal: Deal, quantities: ReadonlyMap<LotName, bigint>): Share {
  const weights = unitWeights(deal)
  const sum = (of: (lot: DealLot) => bigint) =>
    sumOf(mainLotsOf(deal).map((lot) => times(fraction(of(lot)), weights.get(lot.lot) ?? ZERO)))
  const part = sum(({ lot }) => quantities.get(lot) ?? 0n)
  const whole = sum(remainingOf)
  return { part: part.numerator * whole.denominator, whole: whole.numerator * part.denominator }
}

/** The quantities of a request, with the collateral of a loan that it leaves open. */
function returnedQuantities(
  deal: Deal,
  { quantities, denominations }: ReturnRequest,
): ReadonlyMap<LotName, bigint> {
  if (quantities === 'ALL') return new Map(deal.lots.map((lot) => [lot.lot, availableOf(lot)]))
  const { part, whole } = shareOf(deal, quantities)
  const isLast = part === whole && whole > 0n
  const all = new Map(quantities)
  const main = mainLotsOf(deal)
  for (const lot of deal.lots) {
    if (all.has(lot.lot) || main.includes(lot)) continue
    if (isLast) all.set(lot.lot, availableOf(lot))
    else if (lot.kind === 'COLLATERAL' && whole > 0n)
      all.set(lot.lot, proportional(lot, { part, whole }, denominations))
  }
  return all
}

/** Rounded down to the denomination: whoever holds collateral stays covered. */
function proportional(
  lot: DealLot,
  { part, whole }: Share,
  denominations: Denominations | undefined,
): bigint {
  const quantity = (availableOf(lot) * part) / whole
  return quantity - (quantity % (denominations?.get(assetKey(lot.asset)) ?? 1n))
}

function paymentOf(
  deal: Deal,
  { part, whole }: Share,
  { date, interest = 'ON_PART' }: ReturnRequest,
): DealPayment | null {
  const { projected, kind } = deal
  if (projected === null || projected.principal === null || part === 0n) return null
  const { cents, currency, payer, payee } = projected.principal
  const isLast = part === whole
  // Cash that secures a loan is rounded down, as collateral is.
  const rounded = kind === 'REPO' ? roundHalfUp(cents * part, whole) : (cents * part) / whole
  const principal = isLast ? cents : rounded
  const pays = kind === 'REPO' && (isLast || PAYS_ON_PART[interest])
  const owed = pays ? partInterest(projected, principal, date) : null
  const payment = { payer: payee, payee: payer, currency, principal, interest: owed }
  return principal + (owed ?? 0n) < 0n
    ? { ...payment, payer, payee, principal: -principal, interest: owed === null ? null : -owed }
    : payment
}

function eventOf(
  deal: Deal,
  moves: readonly DealMove[],
  payment: DealPayment | null,
  date: IsoDate,
): DealEvent {
  return {
    v: 1,
    event: 'RETURN',
    basedOn: deal.hash,
    effectiveDate: date,
    lots: moves.map(({ lot }, legIdx) => ({ legIdx, lot })),
    ...(payment === null ? {} : { cash: partsOf(payment, moves.length) }),
  }
}

/** Interest of 0.00 is named too: it says that nothing remains to be paid on this part. */
function partsOf({ currency, principal, interest }: DealPayment, legIdx: number): DealEvent['cash'] {
  const part = (purpose: 'PRINCIPAL' | 'INTEREST', cents: bigint) => ({
    legIdx,
    amount: cashOf(cents),
    currency,
    purpose,
  })
  return [part('PRINCIPAL', principal), ...(interest === null ? [] : [part('INTEREST', interest)])]
}
