// A deal's state and what one delivery makes of it: the only place that knows how events count.
import { EVENT_RULES } from '../terms/dealEvent.ts'
import type { Amendment, DealEvent } from '../terms/dealEvent.ts'
import type { Address } from '../scalars.ts'
import { centsOf } from '../terms/cash.ts'
import type { Currency } from '../terms/cash.ts'
import type { IsoDate } from '../terms/repoTerms.ts'
import { interestOver, roundHalfUp } from '../repo/repurchasePrice.ts'
import { changedFrom, cutAt, segmentsOf, withStep } from '../repo/steps.ts'
import type { Step } from '../repo/steps.ts'
import { flowsOf, movesOf, paymentsOf, securitiesOf } from './dealDelivery.ts'
import type { DealDelivery, Flow } from './dealDelivery.ts'
import { amended, haircutOf, inheritedHaircut, openingTerms, withHaircuts } from './dealTerms.ts'
import type { DealKind, DealTerms } from './dealTerms.ts'
import { movedLots, openedLots, outstandingOf } from './lots.ts'
import type { LotBalance, LotMove } from './lots.ts'
import type { DealFault, DealWarning } from './warnings.ts'

/** Cash that one side must pay back, in cents. */
export type Principal = { currency: Currency; payer: Address; payee: Address; cents: bigint }

export type DealState = {
  kind: DealKind
  lots: readonly LotBalance[]
  principal: Principal | null
  rates: readonly Step<string>[]
  principals: readonly Step<bigint>[]
  /** Sums by purpose, currency and direction. */
  flows: readonly Flow[]
  terms: DealTerms
}

type Note = Omit<DealWarning, 'deliveryId'>

/** The state after a delivery, what its legs did, and what is worth a look; or why it does not count. */
export type Applied =
  | { state: DealState; moves: readonly LotMove[]; flows: readonly Flow[]; notes: readonly Note[] }
  | { fault: DealFault }

/** A repo or a loan by its terms; without them by its legs, as transfers are. */
export function dealKindOf(opening: Pick<DealDelivery, 'legs' | 'details'>): DealKind {
  if (opening.details?.loan !== undefined) return 'LOAN'
  return opening.details?.repo !== undefined || paymentsOf(opening).length > 0 ? 'REPO' : 'LOAN'
}

/** Whoever delivers the first securities of the opening: the seller or the lender; and the other side. */
export function partiesOf(opening: Pick<DealDelivery, 'legs'>): readonly [giver: Address, taker: Address] {
  const [first] = securitiesOf(opening)
  if (first === undefined) throw new TypeError('an opening of a deal has a leg of securities')
  return [first.sender, first.receiver]
}

/** What a settled opening makes of its terms and legs. */
export function opened(opening: DealDelivery): Applied {
  const { details } = opening
  const kind = dealKindOf(opening)
  const [giver] = partiesOf(opening)
  const made = openedLots(movesOf(opening), ({ sender }) =>
    sender !== giver ? 'COLLATERAL' : kind === 'REPO' ? 'PURCHASED' : 'LOAN',
  )
  if ('fault' in made) return made
  const terms = openingTerms(details ?? {})
  const [payment] = paymentsOf(opening)
  const amount = details?.repo?.purchasePrice ?? details?.cashQuantity
  const principal =
    payment === undefined || amount === undefined
      ? null
      : {
          currency: details?.cashCurrency ?? 'EUR',
          payer: payment.sender,
          payee: payment.receiver,
          cents: centsOf(amount),
        }
  const { startDate, rate } = terms
  const bearsInterest = kind === 'REPO' && principal !== null && startDate !== null
  const flows = principal === null ? [] : [flowOf(principal, 'PRINCIPAL', principal.cents)]
  const state: DealState = {
    kind,
    lots: made.lots,
    principal,
    rates: startDate === null || rate === null ? [] : [{ from: startDate, value: rate }],
    principals: bearsInterest ? [{ from: startDate, value: principal.cents }] : [],
    flows,
    terms,
  }
  return { state, moves: made.moves, flows, notes: [] }
}

const flowOf = ({ currency, payer, payee }: Principal, purpose: Flow['purpose'], cents: bigint): Flow => ({
  purpose,
  currency,
  from: payer,
  to: payee,
  cents,
})

/** The state after a later delivery. Without `deal` in its details, it gives back everything. */
export function applied(state: DealState, delivery: DealDelivery): Applied {
  const event = delivery.details?.deal
  return event === undefined ? closed(state, delivery) : changed(state, delivery, event)
}

/** What has accrued by a day and is unpaid, in cents; 0 without terms. `accruedOn(state, '2026-11-30')` → 416111n */
export const accruedOn = (
  { rates, principals, terms }: Pick<DealState, 'rates' | 'principals' | 'terms'>,
  day: IsoDate,
): bigint => (terms.dayCount === null ? 0n : interestOver(segmentsOf(rates, principals), terms.dayCount, day))

function closed(state: DealState, delivery: DealDelivery): Applied {
  const moved = movedLots(state.lots, movesOf(delivery), 'back')
  if ('fault' in moved) return moved
  const left = moved.lots.find((one) => outstandingOf(one) > 0n)
  if (left !== undefined)
    return { fault: { code: 'closingIncomplete', lot: left.lot, by: outstandingOf(left) } }
  const flows = closingFlows(state.principal, delivery)
  const principal = state.principal && { ...state.principal, cents: 0n }
  const next = {
    ...state,
    lots: moved.lots,
    principal,
    rates: [],
    principals: [],
    flows: addedFlows(state.flows, flows),
  }
  return { state: next, moves: moved.moves, flows, notes: [] }
}

/** The payment of a closing of before: the principal, and the rest is interest. */
function closingFlows(principal: Principal | null, { legs, details }: DealDelivery): Flow[] {
  const [payment] = paymentsOf({ legs })
  if (principal === null || payment === undefined) return []
  const back = { ...principal, payer: payment.sender, payee: payment.receiver }
  const paid = details?.cashQuantity
  const interest = paid === undefined ? 0n : centsOf(paid) - principal.cents
  const flows = [flowOf(back, 'PRINCIPAL', principal.cents)]
  return interest === 0n ? flows : [...flows, flowOf(back, 'INTEREST', interest)]
}

function changed(state: DealState, delivery: DealDelivery, event: DealEvent): Applied {
  const moved = movedLots(state.lots, movesOf(delivery), EVENT_RULES[event.event].securities)
  if ('fault' in moved) return moved
  const wrong = event.event === 'SUBSTITUTION' ? substitutionFault(moved) : undefined
  if (wrong !== undefined) return { fault: wrong }
  const flows = flowsOf(delivery)
  if (flows === undefined) return { fault: { code: 'cashUnexpected' } }
  const paid = paidCash(state, flows, event)
  if ('fault' in paid) return paid
  const notes: Note[] = [...paid.notes]
  let next: DealState = { ...paid.state, lots: moved.lots, flows: addedFlows(state.flows, flows) }
  if (event.amend !== undefined) {
    if (isBackdated(next, event)) notes.push({ code: 'rateBackdated' })
    next = withAmendment(next, event, event.amend)
  }
  if (event.event === 'SUBSTITUTION') {
    next = { ...next, terms: inheritedHaircuts(state, next, moved.moves) }
    if (!isPriced(next.lots, moved.moves, event)) notes.push({ code: 'valueUntested' })
  }
  const left = next.principal?.cents ?? 0n
  if (left > 0n && moved.moves.length > 0 && next.lots.every((one) => outstandingOf(one) === 0n))
    notes.push({ code: 'principalLeft', by: left })
  return { state: next, moves: moved.moves, flows, notes }
}

/** A substitution takes something out and brings something of the same kind in, between the same giver and holder. */
function substitutionFault({ lots, moves }: { lots: readonly LotBalance[]; moves: readonly LotMove[] }) {
  const of = (way: LotMove['way']) =>
    lots.filter(({ lot }) => moves.some((move) => move.lot === lot && move.way === way))
  const [gone, come] = [of('back'), of('forth')]
  const fits = (one: LotBalance) =>
    gone.some(({ kind }) => kind === one.kind) && gone.every(({ giver }) => giver === one.giver)
  const [first] = come.length === 0 ? gone : [...gone, ...come].filter((one) => !fits(one))
  return first && ({ code: 'legUnexpected', lot: first.lot } satisfies DealFault)
}

/** Whether the event quotes a price of everything that it moves. */
const isPriced = (
  lots: readonly LotBalance[],
  moves: readonly LotMove[],
  { priceUsed = [] }: DealEvent,
): boolean =>
  lots
    .filter(({ lot }) => moves.some((move) => move.lot === lot))
    .every(({ asset }) => priceUsed.some(({ instrument }) => instrument === asset.instrumentId))

const newRate = ({ kind }: DealState, { amend }: DealEvent): string | undefined =>
  kind === 'REPO' ? amend?.rate : amend?.feeRate

/** A rate from before the first day that is unpaid: it counts from that day. */
const isBackdated = (state: DealState, event: DealEvent): boolean =>
  newRate(state, event) !== undefined && event.effectiveDate < (state.rates[0]?.from ?? event.effectiveDate)

function withAmendment(state: DealState, event: DealEvent, amend: Amendment): DealState {
  const value = newRate(state, event)
  const first = state.rates[0]?.from ?? event.effectiveDate
  const from = event.effectiveDate < first ? first : event.effectiveDate
  return {
    ...state,
    // A deal without terms of margin lets collateral be exchanged at any time; a haircut changes nothing about that.
    terms: amended(
      state.terms,
      state.kind,
      amend,
      event.event === 'SUBSTITUTION' ? 'ANY_TIME' : 'ON_CONSENT',
    ),
    rates: value === undefined ? state.rates : withStep(state.rates, { from, value }),
  }
}

function inheritedHaircuts(before: DealState, after: DealState, moves: readonly LotMove[]): DealTerms {
  const { terms } = after
  if (terms.margin?.haircuts === undefined) return terms
  const known = before.lots
  const gone = known.filter(({ lot }) => moves.some((move) => move.lot === lot && move.way === 'back'))
  const inherited = after.lots
    .filter(({ lot }) => haircutOf(terms, lot) === undefined && known.every((one) => one.lot !== lot))
    .flatMap(({ lot, asset }) => {
      const haircut = inheritedHaircut(terms, asset, { known, gone })
      return haircut === undefined ? [] : [{ lot, haircut }]
    })
  return { ...terms, margin: { ...terms.margin, haircuts: withHaircuts(terms.margin.haircuts, inherited) } }
}

type Paid = { state: DealState; notes: readonly Note[] } | { fault: DealFault }

function paidCash(before: DealState, flows: readonly Flow[], event: DealEvent): Paid {
  const interest = flows.find(({ purpose }) => purpose === 'INTEREST')
  let state =
    interest === undefined || event.event === 'RETURN' ? before : paidUntil(before, event.effectiveDate)
  for (const flow of flows) {
    if (flow.purpose !== 'PRINCIPAL' && flow.purpose !== 'PRICE_ADJUSTMENT') continue
    const { principal } = state
    if (principal === null || principal.currency !== flow.currency)
      return { fault: { code: 'cashUnexpected' } }
    const back = signed(principal, flow)
    if (back < 0n && flow.purpose === 'PRINCIPAL') return { fault: { code: 'cashUnexpected' } }
    if (back > principal.cents) return { fault: { code: 'principalExceeded', by: back - principal.cents } }
    state = {
      ...state,
      principal: { ...principal, cents: principal.cents - back },
      principals: reduced(state, back, event, interest !== undefined && flow.purpose === 'PRINCIPAL'),
    }
  }
  return { state, notes: interest === undefined ? [] : interestNotes(before, flows, interest, event) }
}

/** Interest to this day is paid: what follows accrues from it. */
const paidUntil = (state: DealState, day: IsoDate): DealState =>
  state.kind === 'REPO'
    ? { ...state, rates: cutAt(state.rates, day), principals: cutAt(state.principals, day) }
    : state

/** Of a repo: whether the interest is what the terms make of it, on the part that goes back or on all. */
function interestNotes(state: DealState, flows: readonly Flow[], interest: Flow, event: DealEvent): Note[] {
  const { principal } = state
  if (state.kind !== 'REPO' || principal === null) return []
  const part = flows.find(({ purpose }) => purpose === 'PRINCIPAL')
  const isPart = event.event === 'RETURN' && part !== undefined
  const due = isPart
    ? partInterest(state, signed(principal, part), event.effectiveDate)
    : accruedOn(state, event.effectiveDate)
  const by = signed(principal, interest) - due
  return by === 0n ? [] : [{ code: 'interestDiffers', by }]
}

/** What has accrued by a day on a part of the principal, in cents, rounded once. */
export function partInterest(
  { rates, principals, principal, terms }: Pick<DealState, 'rates' | 'principals' | 'principal' | 'terms'>,
  part: bigint,
  day: IsoDate,
): bigint {
  const whole = principal?.cents ?? 0n
  if (terms.dayCount === null) return 0n
  const share = principals.map(({ from, value }) => ({ from, value: partOf(value, part, whole) }))
  return interestOver(segmentsOf(rates, share), terms.dayCount, day)
}

/** Above zero where the payment goes back, from who got the principal. */
export const signed = (principal: Principal | null, { from, cents }: Flow): bigint =>
  principal !== null && from === principal.payer ? -cents : cents

/**
 * The principals after some of it went back. With its interest, the part leaves all segments, since what accrued on it is paid;
 * otherwise it leaves on the day, and what accrued on it is paid at the end.
 */
function reduced(
  { principals, principal }: DealState,
  back: bigint,
  { effectiveDate }: DealEvent,
  withInterest: boolean,
): readonly Step<bigint>[] {
  const whole = principal?.cents ?? 0n
  if (principals.length === 0) return principals
  if (!withInterest) return changedFrom(principals, effectiveDate, (cents) => cents - back)
  return principals.map(({ from, value }) => ({ from, value: value - partOf(value, back, whole) }))
}

/** A segment's share of a part of the principal; of the whole, all. */
const partOf = (cents: bigint, part: bigint, whole: bigint): bigint =>
  part === whole ? cents : roundHalfUp(cents * part, whole)

/** Sums by purpose, currency and direction, in the order of their first payments. */
function addedFlows(before: readonly Flow[], more: readonly Flow[]): readonly Flow[] {
  const sums = [...before]
  for (const flow of more) {
    const index = sums.findIndex(
      (one) =>
        one.purpose === flow.purpose &&
        one.currency === flow.currency &&
        one.from === flow.from &&
        one.to === flow.to,
    )
    const sum = sums[index]
    if (sum === undefined) sums.push(flow)
    else sums[index] = { ...sum, cents: sum.cents + flow.cents }
  }
  return sums
}
