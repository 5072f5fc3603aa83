// A deal: an opening and everything that names it, folded into what is outstanding now.
import type { PriceUsed } from '../terms/dealEvent.ts'
import type { DealEventKind } from '../terms/dealEventKind.ts'
import type { IsoDate } from '../terms/repoTerms.ts'
import { segmentsOf } from '../repo/steps.ts'
import type { RateSegment } from '../repo/repurchasePrice.ts'
import type { Address, Bytes32, DeliveryId } from '../scalars.ts'
import { ZERO_BYTES32 } from '../scalars.ts'
import type { LotHaircuts, LotName } from '../terms/loanTerms.ts'
import { isBetween } from './dealDelivery.ts'
import type { DealDelivery, Flow } from './dealDelivery.ts'
import { hashAfter } from './dealHash.ts'
import { applied, dealKindOf, opened, partiesOf } from './dealState.ts'
import type { Applied, DealState, Principal } from './dealState.ts'
import { openingTerms } from './dealTerms.ts'
import type { DealKind, DealTerms } from './dealTerms.ts'
import { outstandingOf } from './lots.ts'
import type { LotBalance, LotMove } from './lots.ts'
import { isFault } from './warnings.ts'
import type { DealFault, DealWarning } from './warnings.ts'

/**
 * PROPOSED: the opening has not settled. CLOSING: pending deliveries give back everything. OVERDUE: the end has passed and something is
 * outstanding. INCONSISTENT: a settled delivery cannot be counted, see `warnings`. CLOSED also names a deal whose opening was canceled.
 */
export type DealStage = 'PROPOSED' | 'OPEN' | 'CLOSING' | 'CLOSED' | 'OVERDUE' | 'INCONSISTENT'

/** In which stages a deal has securities to give back. */
const IS_LIVE: Record<DealStage, boolean> = {
  PROPOSED: false,
  OPEN: true,
  CLOSING: true,
  CLOSED: false,
  OVERDUE: true,
  INCONSISTENT: true,
}

/** The last delivery that gives something back, of a deal in which nothing else is outstanding. `closingOf(deal)` → its id */
export function closingOf({
  state,
  lots,
  events,
}: Pick<Deal, 'state' | 'lots' | 'events'>): DeliveryId | undefined {
  const isReturning = (state === 'CLOSING' || state === 'OVERDUE') && isOnItsWayBack(lots)
  const closed = state === 'CLOSED' ? 'SETTLED' : isReturning ? 'IN_FLIGHT' : undefined
  return events.findLast(({ status, moves }) => status === closed && moves.some(({ way }) => way === 'back'))
    ?.deliveryId
}

export const isLive = ({ state }: Pick<Deal, 'state'>): boolean => IS_LIVE[state]

export type DealLot = LotBalance & {
  /** On its way back, by deliveries that have not settled. */
  inFlight: bigint
  /** On its way to the holder, likewise. */
  arriving: bigint
  /** delivered − returned */
  outstanding: bigint
}

/** CLOSING_WITHOUT_EVENT: a closing of before, whose details name the opening alone. */
export type DealEntryKind = 'OPENING' | 'CLOSING_WITHOUT_EVENT' | DealEventKind | 'UNKNOWN'

/** A delivery of the deal and what it did, or would do. */
export type DealEntry = {
  deliveryId: DeliveryId
  kind: DealEntryKind
  status: 'SETTLED' | 'IN_FLIGHT' | 'CANCELED'
  creator: Address
  effectiveDate: IsoDate | null
  /** The hash that its creator saw; null of openings and closings without event. */
  basedOn: Bytes32 | null
  moves: readonly LotMove[]
  flows: readonly Flow[]
  /** The prices that it quotes. */
  priceUsed: readonly PriceUsed[]
  /** Those that it changes, as they were entered by hand. */
  haircuts: LotHaircuts
  /** Why it is not counted, or could not be if it settled now. */
  fault: DealFault | null
  /** The hash of the deal after it; null while it has not settled. */
  hash: Bytes32 | null
}

export type Deal = {
  openingDeliveryId: DeliveryId
  kind: DealKind
  state: DealStage
  /** The seller or lender. */
  giver: Address
  /** The buyer or borrower. */
  taker: Address
  lots: readonly DealLot[]
  cash: {
    /** What must be paid back, without interest; null where the opening paid nothing. */
    principal: Principal | null
    /** The part of it that pending deliveries pay back, in cents. */
    inFlight: bigint
    /** Everything paid, by purpose, currency and direction. */
    flows: readonly Flow[]
  }
  /** What bears interest: from the first day whose interest is unpaid. */
  rateSegments: readonly RateSegment[]
  terms: DealTerms
  /** Settled ones in the ledger's order, then pending ones in the order of their creation, then canceled ones. */
  events: readonly DealEntry[]
  warnings: readonly DealWarning[]
  /** See `hashAfter`. Zero while the opening has not settled. */
  hash: Bytes32
  /** As if every pending delivery that fits had settled. */
  projected: DealState | null
  /** Without them. */
  settled: DealState | null
}

/**
 * What an opening and the deliveries that name it have become. Only SETTLED ones count, in the order of the ledger; CREATED and PENDING
 * ones are in flight; CANCELED ones are history. Deliveries with other parties are not events of this deal. Both sides compute the
 * same hash (`hashAfter`), whatever the order in which they learn of the deliveries.
 *
 * @example
 * const { state, lots, hash } = dealOf(opening, [partReturn], '2026-11-26') // 'OPEN', 7,000,000 of P1 outstanding
 */
export function dealOf(opening: DealDelivery, events: readonly DealDelivery[], today: IsoDate): Deal {
  const [giver, taker] = partiesOf(opening)
  const warnings: DealWarning[] = []
  const own = events.filter((event) => isBetween(event, [giver, taker]))
  for (const { deliveryId } of events)
    if (own.every((one) => one.deliveryId !== deliveryId))
      warnings.push({ code: 'foreignParties', deliveryId })
  const settled = foldSettled(opening, own, warnings)
  const pending = foldPending(opening, own, settled, warnings)
  const terms = (pending.settled ?? pending.projected)?.terms ?? openingTerms(knownDetails(opening) ?? {})
  const lots = lotsOf(settled.state, pending.projected, pending.entries)
  const canceled = [opening, ...own]
    .filter(({ deliveryState }) => deliveryState === 'CANCELED')
    .map(canceledEntry)
  if (opening.deliveryState === 'CANCELED')
    warnings.push({ code: 'openingCanceled', deliveryId: opening.deliveryId })
  const before = settled.state?.principal?.cents ?? 0n
  return {
    openingDeliveryId: opening.deliveryId,
    kind: dealKindOf({ ...opening, details: knownDetails(opening) }),
    state: stageOf(opening, lots, warnings, terms, today),
    giver,
    taker,
    lots,
    cash: {
      principal: settled.state?.principal ?? null,
      inFlight: settled.state === null ? 0n : before - (pending.projected?.principal?.cents ?? 0n),
      flows: settled.state?.flows ?? [],
    },
    rateSegments: settled.state === null ? [] : segmentsOf(settled.state.rates, settled.state.principals),
    terms,
    events: [...settled.entries, ...pending.entries, ...canceled.toSorted(byId)],
    warnings: warnings.toSorted((one, other) => byId(one, other) || (one.code < other.code ? -1 : 1)),
    hash: settled.hash,
    projected: pending.projected,
    settled: settled.state,
  }
}

const knownDetails = ({ details, detailsStatus }: DealDelivery) =>
  detailsStatus === 'SYNCED' ? details : null

type HasId = { deliveryId: DeliveryId }
const byId = (one: HasId, other: HasId): number =>
  one.deliveryId < other.deliveryId ? -1 : one.deliveryId > other.deliveryId ? 1 : 0

const byLedger = (one: DealDelivery, other: DealDelivery): number =>
  (one.settledAt?.block ?? 0) - (other.settledAt?.block ?? 0) ||
  (one.settledAt?.logIdx ?? 0) - (other.settledAt?.logIdx ?? 0)

const byCreation = (one: DealDelivery, other: DealDelivery): number =>
  one.createdBlock - other.createdBlock || byId(one, other)

type Folded = { state: DealState | null; entries: DealEntry[]; hash: Bytes32 }

function foldSettled(
  opening: DealDelivery,
  events: readonly DealDelivery[],
  warnings: DealWarning[],
): Folded {
  const folded: Folded = { state: null, entries: [], hash: ZERO_BYTES32 }
  const settled = [opening, ...events].filter(({ deliveryState }) => deliveryState === 'SETTLED')
  for (const delivery of settled.toSorted(byLedger)) {
    const isOpening = delivery === opening
    const result = resultOf(folded.state, delivery, isOpening)
    const fault = 'fault' in result ? result.fault : undefined
    const { deliveryId } = delivery
    if (fault !== undefined) warnings.push({ ...fault, deliveryId })
    else if ('notes' in result) warnings.push(...result.notes.map((note) => ({ ...note, deliveryId })))
    const basedOn = knownDetails(delivery)?.deal?.basedOn
    if (basedOn !== undefined && basedOn !== folded.hash) warnings.push({ code: 'basedOnOther', deliveryId })
    const state = 'state' in result ? result.state : folded.state
    const before = folded.hash === ZERO_BYTES32 ? null : folded.hash
    folded.hash = hashAfter({ before, delivery, from: folded.state, to: state, fault })
    folded.state = state
    folded.entries.push({ ...entryOf(delivery, isOpening, result), status: 'SETTLED', hash: folded.hash })
  }
  return folded
}

/** What a delivery makes of a state; the opening makes the first one. */
function resultOf(state: DealState | null, delivery: DealDelivery, isOpening: boolean): Applied {
  const details = knownDetails(delivery)
  if (isOpening) {
    const result = opened({ ...delivery, details })
    // Its securities moved in any case: what they are for is unknown.
    return details === null && 'state' in result
      ? { ...result, notes: [...result.notes, { code: 'detailsMissing' }] }
      : result
  }
  if (details === null) return { fault: { code: 'detailsMissing' } }
  return state === null ? { fault: { code: 'beforeOpening' } } : applied(state, { ...delivery, details })
}

type Pending = { projected: DealState | null; settled: DealState | null; entries: DealEntry[] }

/** Each pending delivery on top of those that were created before it: of two that do not fit together the later one does not. */
function foldPending(
  opening: DealDelivery,
  events: readonly DealDelivery[],
  { state }: Folded,
  warnings: DealWarning[],
): Pending {
  let projected = state
  const entries: DealEntry[] = []
  const pending = [opening, ...events].filter(
    ({ deliveryState }) => deliveryState !== 'SETTLED' && deliveryState !== 'CANCELED',
  )
  const inOrder = [
    ...pending.filter((one) => one === opening),
    ...pending.filter((one) => one !== opening).toSorted(byCreation),
  ]
  for (const delivery of inOrder) {
    const result = resultOf(projected, delivery, delivery === opening)
    if ('state' in result) projected = result.state
    else
      warnings.push({
        code: 'doesNotFit',
        deliveryId: delivery.deliveryId,
        lot: result.fault.lot,
        by: result.fault.by,
      })
    entries.push({ ...entryOf(delivery, delivery === opening, result), status: 'IN_FLIGHT', hash: null })
  }
  return { projected, settled: state, entries }
}

function entryOf(
  delivery: DealDelivery,
  isOpening: boolean,
  result: Applied,
): Omit<DealEntry, 'status' | 'hash'> {
  const details = knownDetails(delivery)
  const event = details?.deal
  const kind = isOpening
    ? 'OPENING'
    : details === null
      ? 'UNKNOWN'
      : (event?.event ?? 'CLOSING_WITHOUT_EVENT')
  return {
    deliveryId: delivery.deliveryId,
    kind,
    creator: delivery.creator,
    effectiveDate:
      event?.effectiveDate ?? details?.repo?.[isOpening ? 'purchaseDate' : 'repurchaseDate'] ?? null,
    basedOn: event?.basedOn ?? null,
    moves: 'moves' in result ? result.moves : [],
    flows: 'flows' in result ? result.flows : [],
    priceUsed: event?.priceUsed ?? [],
    haircuts: event?.amend?.haircuts ?? [],
    fault: 'fault' in result ? result.fault : null,
  }
}

const canceledEntry = (delivery: DealDelivery): DealEntry => ({
  ...entryOf(delivery, knownDetails(delivery)?.openingDeliveryId === undefined, {
    fault: { code: 'detailsMissing' },
  }),
  fault: null,
  status: 'CANCELED',
  hash: null,
})

function lotsOf(
  state: DealState | null,
  projected: DealState | null,
  pending: readonly DealEntry[],
): DealLot[] {
  const settled = state?.lots ?? []
  const inFlight = (lot: LotName, way: LotMove['way']): bigint =>
    pending
      .flatMap(({ moves }) => moves)
      .reduce((sum, move) => (move.lot === lot && move.way === way ? sum + move.quantity : sum), 0n)
  const arriving = (projected?.lots ?? [])
    .filter(({ lot }) => settled.every((one) => one.lot !== lot))
    .map((one) => ({ ...one, delivered: 0n, returned: 0n }))
  return [...settled, ...arriving].map((one) => ({
    ...one,
    inFlight: inFlight(one.lot, 'back'),
    arriving: inFlight(one.lot, 'forth'),
    outstanding: outstandingOf(one),
  }))
}

function stageOf(
  { deliveryState }: DealDelivery,
  lots: readonly DealLot[],
  warnings: readonly DealWarning[],
  { endDate }: DealTerms,
  today: IsoDate,
): DealStage {
  if (warnings.some(isFault)) return 'INCONSISTENT'
  if (deliveryState === 'CANCELED') return 'CLOSED'
  if (deliveryState !== 'SETTLED') return 'PROPOSED'
  if (lots.every(({ outstanding, arriving }) => outstanding === 0n && arriving === 0n)) return 'CLOSED'
  if (endDate !== null && endDate < today) return 'OVERDUE'
  return isOnItsWayBack(lots) ? 'CLOSING' : 'OPEN'
}

/** Pending deliveries give back everything. */
const isOnItsWayBack = (lots: readonly DealLot[]): boolean =>
  lots.every(({ outstanding, inFlight, arriving }) => outstanding + arriving === inFlight)
