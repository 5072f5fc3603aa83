// Why something cannot be done to a deal now: a closed list, with its sentences.
import type { RegistryState } from '../entities/instrument.ts'
import type { Bytes32, DeliveryId } from '../scalars.ts'
import type { LotName } from '../terms/loanTerms.ts'
import type { Deal, DealEntry } from './deal.ts'
import type { Asset } from './dealDelivery.ts'
import { signed } from './dealState.ts'
import type { DealFaultCode } from './warnings.ts'

/** Quantities are in smallest units, `by` in cents. */
export type DealRefusal =
  | { code: 'dealNotOpen' }
  | { code: 'dealClosed' }
  | { code: 'dealInconsistent'; deliveryId: DeliveryId; fault: DealFaultCode }
  | { code: 'detailsMissing'; deliveryId: DeliveryId }
  /** `since`: what settled after the state that the event was based on; undefined if that state is unknown here. */
  | { code: 'dealChanged'; since: readonly DealEntry[] | undefined }
  | { code: 'returnInFlight'; lot: LotName; deliveryIds: readonly DeliveryId[] }
  | { code: 'exceedsOutstanding'; lot: LotName | undefined; by: bigint }
  /** `asset`: of a lot that the deal does not have yet. */
  | { code: 'notDenominated'; lot: LotName; denomination: bigint; asset?: Asset }
  | { code: 'repurchaseTooEarly'; earliest: string }
  | { code: 'lotNotOutstanding'; lot: LotName }
  | { code: 'lotInFlight'; lot: LotName; deliveryIds: readonly DeliveryId[] }
  /** `deliveryIds`: what has yet to add the rest of the principal. */
  | { code: 'principalInFlight'; by: bigint; deliveryIds: readonly DeliveryId[] }
  | { code: 'notYourCollateral'; lot: LotName }
  | { code: 'tooManyLegs'; legs: number; most: number }
  | { code: 'substitutionNotAllowed' }
  | { code: 'notEligible'; asset: string; criterion: string }
  | { code: 'custodianUnusable'; asset: string; custodian: string; fault: CustodianFault }
  | { code: 'valueTooLow'; by: bigint }
  | { code: 'priceMissing'; assets: readonly string[] }
  | { code: 'priceStale'; assets: readonly string[] }
  | { code: 'currenciesDiffer'; assets: readonly string[] }
  | { code: 'nothingNeeded' }

export type DealRefusalCode = DealRefusal['code']

/** Why a custodian cannot confirm a movement now: the state of its registry, or its tenant is not a registrar any more. */
export type CustodianFault = Exclude<RegistryState, 'REGISTERED'> | 'NOT_REGISTRAR'

/** A sentence for each but the two that the SDK's catalogue (sdk/src/errors.ts) has for every return. */
export const DEAL_REFUSALS = {
  dealNotOpen: 'The opening of this deal has not settled. The deal can change once it has.',
  dealClosed: 'This deal is closed: everything has been returned.',
  dealInconsistent:
    'A settled delivery of this deal cannot be counted: {detail}. So what is outstanding is not certain, and nothing more can be created for it. Agree with the other side on what goes back, and return that free of payment.',
  dealChanged:
    'The deal has changed since this was proposed ({detail}). Review the difference, then confirm again.',
  returnInFlight:
    'A pending delivery already gives this back: {detail}. Open it, or give back no more than the rest.',
  exceedsOutstanding: 'This is {detail} more than is outstanding. Give back at most what is outstanding.',
  notDenominated:
    'The instrument is denominated in {detail}. Enter a multiple of it, or everything that is outstanding.',
  lotNotOutstanding: '{detail} has less than this outstanding. Choose another lot or a lower quantity.',
  lotInFlight:
    'A pending delivery already moves this lot: {detail}. Wait until it has settled, or cancel it first.',
  principalInFlight:
    'A pending delivery has yet to add part of the principal that this pays back: {detail}. Wait until it has settled, or cancel this one.',
  notYourCollateral:
    '{detail} is not collateral that you gave. Only its giver can substitute it; ask the other side to propose it.',
  tooManyLegs: 'This needs {detail}. Split it into several deliveries.',
  substitutionNotAllowed: 'The terms of this deal do not allow substitution.',
  notEligible: 'The agreement does not accept this collateral: {detail}. Choose another instrument.',
  custodianUnusable:
    'A custodian cannot confirm this now: {detail}. Choose other securities, or wait until it can.',
  valueTooLow: 'The new collateral is worth {detail} too little. Raise the quantity.',
  priceMissing:
    'There is no price for {detail}, so the value cannot be tested. Enter a price, or confirm that you continue without the test.',
  priceStale:
    'The price of {detail} is too old to test the value. Enter a new one, or confirm that you continue without the test.',
  currenciesDiffer:
    'The price of {detail} is not in the currency of the deal, so the value cannot be tested. Confirm that you continue without the test.',
  nothingNeeded: 'The other securities are worth enough already. Leave this one out, or enter its quantity.',
} as const satisfies Record<Exclude<DealRefusalCode, 'detailsMissing' | 'repurchaseTooEarly'>, string>

/** The pending deliveries that move a lot, in any direction. */
export const deliveriesMoving = ({ events }: Pick<Deal, 'events'>, name: LotName): DeliveryId[] =>
  events
    .filter(({ status, moves }) => status === 'IN_FLIGHT' && moves.some(({ lot }) => lot === name))
    .map(({ deliveryId }) => deliveryId)

/** What a fault of a pending delivery means for whoever is about to confirm it. */
const REFUSED_FOR: Record<DealFaultCode, 'exceedsOutstanding' | 'detailsMissing' | 'dealInconsistent'> = {
  detailsMissing: 'detailsMissing',
  exceedsOutstanding: 'exceedsOutstanding',
  principalExceeded: 'exceedsOutstanding',
  lotUnknown: 'dealInconsistent',
  legUnexpected: 'dealInconsistent',
  cashUnexpected: 'dealInconsistent',
  beforeOpening: 'dealInconsistent',
  closingIncomplete: 'dealInconsistent',
}

/** What refuses everything at a stage. Of INCONSISTENT without a faulty event, the opening's details are missing. */
const STAGE_REFUSES: Record<Deal['state'], 'dealNotOpen' | 'dealClosed' | 'detailsMissing' | undefined> = {
  PROPOSED: 'dealNotOpen',
  OPEN: undefined,
  CLOSING: undefined,
  CLOSED: 'dealClosed',
  OVERDUE: undefined,
  INCONSISTENT: 'detailsMissing',
}

/** Why nothing at all can be created for a deal. `stageRefusal(deal)` → undefined while it is open */
export function stageRefusal({ state, events, openingDeliveryId }: Deal): DealRefusal | undefined {
  const bad = events.find(({ status, fault }) => status === 'SETTLED' && fault !== null)
  if (bad?.fault != null) return refusalOf(bad, bad.fault.code)
  const code = STAGE_REFUSES[state]
  return code === 'detailsMissing' ? { code, deliveryId: openingDeliveryId } : code && { code }
}

function refusalOf({ deliveryId, fault }: DealEntry, code: DealFaultCode): DealRefusal {
  const refused = REFUSED_FOR[code]
  if (refused === 'detailsMissing') return { code: 'detailsMissing', deliveryId }
  return { code: 'dealInconsistent', deliveryId, fault: fault?.code ?? code }
}

/** Of the pending deliveries that fit, those created before this one, and itself. */
const upTo = ({ events }: Deal, entry: DealEntry): DealEntry[] =>
  events
    .slice(0, events.indexOf(entry) + 1)
    .filter(({ status, fault }) => status === 'IN_FLIGHT' && fault === null)

/**
 * With those created before it, it gives back what another pending delivery has yet to bring. That one may settle later, or be canceled, so
 * only what is there now counts.
 */
function waitRefusal(deal: Deal, entry: DealEntry): DealRefusal | undefined {
  const returning = upTo(deal, entry).flatMap(({ moves }) => moves.filter(({ way }) => way === 'back'))
  for (const { lot, way } of entry.moves) {
    const held = deal.lots.find((one) => one.lot === lot)?.outstanding ?? 0n
    const all = returning.reduce((sum, one) => (one.lot === lot ? sum + one.quantity : sum), 0n)
    if (way === 'forth' || all <= held) continue
    const deliveryIds = deliveriesMoving(deal, lot).filter((other) => other !== entry.deliveryId)
    return { code: 'lotInFlight', lot, deliveryIds }
  }
  return undefined
}

/** The same of the principal: another pending delivery has yet to add to it, such as one with a new price. */
function principalRefusal(deal: Deal, entry: DealEntry): DealRefusal | undefined {
  const { principal } = deal.cash
  if (principal === null) return undefined
  /** The most that has gone back after any of its payments, and what has after all of them. */
  const backOf = ({ flows }: DealEntry) => {
    let [most, back] = [0n, 0n]
    for (const flow of flows) {
      if (flow.purpose !== 'PRINCIPAL' && flow.purpose !== 'PRICE_ADJUSTMENT') continue
      back += signed(principal, flow)
      if (back > most) most = back
    }
    return { most, back }
  }
  if (backOf(entry).most === 0n) return undefined
  const by = upTo(deal, entry).reduce((sum, one) => sum + backOf(one).most, -principal.cents)
  if (by <= 0n) return undefined
  const adding = deal.events.filter((one) => one.status === 'IN_FLIGHT' && backOf(one).back < 0n)
  return { code: 'principalInFlight', by, deliveryIds: adding.map(({ deliveryId }) => deliveryId) }
}

/**
 * Why a pending event must not be confirmed, computed by the confirmer's own client. Of two that race, the later created one exceeds
 * what is outstanding. `accepted`: the hash of the deal with which the user has seen the difference.
 *
 * @example
 * confirmRefusal(dealOf(opening, events, today), deliveryId) // { code: 'exceedsOutstanding', lot: 'P1', by: 2_000_000n }
 */
export function confirmRefusal(
  deal: Deal,
  deliveryId: DeliveryId,
  accepted?: Bytes32,
): DealRefusal | undefined {
  const refused = stageRefusal(deal)
  if (refused !== undefined) return refused
  const entry = deal.events.find((one) => one.deliveryId === deliveryId && one.status === 'IN_FLIGHT')
  if (entry === undefined) return { code: 'detailsMissing', deliveryId }
  const { fault, basedOn } = entry
  if (fault !== null) {
    const { code, lot, by = 0n } = fault
    return REFUSED_FOR[code] === 'exceedsOutstanding'
      ? { code: 'exceedsOutstanding', lot, by }
      : refusalOf(entry, code)
  }
  const tooEarly = waitRefusal(deal, entry) ?? principalRefusal(deal, entry)
  if (tooEarly !== undefined) return tooEarly
  if (basedOn === null || basedOn === deal.hash || accepted === deal.hash) return undefined
  const settled = deal.events.filter(({ status }) => status === 'SETTLED')
  const index = settled.findIndex(({ hash }) => hash === basedOn)
  return { code: 'dealChanged', since: index === -1 ? undefined : settled.slice(index + 1) }
}
