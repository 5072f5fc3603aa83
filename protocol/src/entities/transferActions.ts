// What a viewer may do with a transfer now, and what it is called: the only place that knows.
import type { Address } from '../scalars.ts'
import { ZERO_ADDRESS } from '../scalars.ts'
import type { Delivery } from './delivery.ts'
import { isHtlc } from './delivery.ts'
import { isExpired, isReported } from './expiry.ts'
import type { DeliveryTurn, Duty } from './owes.ts'
import { isInvestorDuty, isLockDuty, owedBy } from './owes.ts'
import { transferState } from './transfer.ts'
import type { DELIVERY_WORKFLOW_ACTIONS } from './workflow.ts'

export type ConfirmLabel =
  | 'Confirm Delivery'
  | 'Confirm Receive'
  | 'Confirm Payment Sent'
  | 'Confirm Payment Receive'
  | 'Confirm Both'
  | 'Confirm'

/** cancel: executes immediately. requestCancel: waits for the other side. agreeCancel: executes their request. refuse: the registrar's. */
export type CancelKind = 'cancel' | 'requestCancel' | 'agreeCancel' | 'refuse'

export type TransferActions = {
  confirm?: { label: ConfirmLabel; duties: Duty[] }
  cancel?: { kind: CancelKind }
  /** The viewer has requested cancellation and waits for the other side. */
  cancelRequested: boolean
  /** The other side has requested cancellation; the viewer agrees or continues. */
  cancelRequestedByOther: boolean
}

type Acted = Pick<Delivery, 'deliveryState' | 'legs' | 'cancelVotes' | 'expiresAt'>

const LABELS: Record<Duty, ConfirmLabel | undefined> = {
  deliver: 'Confirm Delivery',
  receive: 'Confirm Receive',
  pay: 'Confirm Payment Sent',
  getPaid: 'Confirm Payment Receive',
  reportDelivery: 'Confirm Delivery',
  confirmReceipt: 'Confirm Receive',
  lock: undefined,
  unlock: undefined,
  register: undefined,
  coordinate: undefined,
}

/**
 * What the viewer's tenant may do now, in UTC seconds.
 *
 * @example
 * actionsFor(delivery, viewer).confirm?.label // 'Confirm Receive'
 */
export function actionsFor(delivery: Acted, viewer: Address, now = Date.now() / 1000): TransferActions {
  const cancelVoters = new Set(delivery.cancelVotes.map((vote) => vote.tenant))
  const cancelRequested = cancelVoters.has(viewer)
  const actions: TransferActions = {
    cancelRequested,
    cancelRequestedByOther: [...cancelVoters].some((tenant) => tenant !== viewer),
  }
  if (
    !isParty(delivery, viewer) ||
    transferState(delivery, viewer) === 'SETTLED' ||
    delivery.deliveryState === 'CANCELED'
  )
    return { ...actions, cancelRequested: false, cancelRequestedByOther: false }
  const duties = owedBy(delivery).filter(
    (one) => one.tenant === viewer && one.mayGiveNow && !isLockDuty(one.duty),
  )
  const distinct = [...new Set(duties.map((one) => one.duty))]
  if (distinct.length > 0) actions.confirm = { label: labelOf(distinct), duties: distinct }
  const kind = cancelKind(delivery, viewer, cancelVoters, now)
  if (kind !== undefined) actions.cancel = { kind }
  return actions
}

function labelOf(duties: Duty[]): ConfirmLabel {
  const [only, second] = duties
  if (only === undefined || duties.some((duty) => LABELS[duty] === undefined)) return 'Confirm'
  return second === undefined ? (LABELS[only] ?? 'Confirm') : 'Confirm Both'
}

function cancelKind(
  delivery: Acted,
  viewer: Address,
  cancelVoters: ReadonlySet<Address>,
  now: number,
): CancelKind | undefined {
  const isLocked = delivery.legs.some((leg) => isHtlc(leg) && leg.senderConfirmed)
  const ofRegistrar = delivery.legs.filter((leg) => leg.registrar === viewer)
  // The key of a lock is shown only once every registrar has confirmed.
  if (ofRegistrar.length > 0)
    return isLocked && ofRegistrar.every((leg) => leg.registrarConfirmed) ? undefined : 'refuse'
  // While a lock holds no investor can cancel; its deadline ends it.
  if (isLocked) return undefined
  const investors = investorsOf(delivery)
  // A coordinator confirms, but cannot cancel.
  if (!investors.includes(viewer)) return undefined
  const others = investors.filter((tenant) => tenant !== viewer)
  if (others.length === 0 || !isMatched(delivery)) return 'cancel'
  const hasVoted = cancelVoters.has(viewer)
  if (!hasVoted && others.every((tenant) => cancelVoters.has(tenant))) return 'agreeCancel'
  if (isExpired(delivery, now) && !isReported(delivery)) return 'cancel'
  return hasVoted ? undefined : 'requestCancel'
}

/** Matched: no investor owes a confirmation, or a payment was reported, so that one side alone cannot cancel. */
const isMatched = (delivery: Acted): boolean => isReported(delivery) || !owedBy(delivery).some(isInvestorDuty)

/** The investors of a delivery: every sender and receiver that is not the leg's registrar. */
export function investorsOf(delivery: Pick<Delivery, 'legs'>): Address[] {
  const parties = delivery.legs.flatMap((leg) =>
    [leg.sender, leg.receiver].filter((party) => party !== leg.registrar),
  )
  return [...new Set(parties)]
}

/** Whether a tenant takes part in any role. */
export const isParty = (delivery: Pick<Delivery, 'legs'>, tenant: Address): boolean =>
  tenant !== ZERO_ADDRESS &&
  delivery.legs.some((leg) => [leg.sender, leg.receiver, leg.registrar, leg.txCoordinator].includes(tenant))

type Action = (typeof DELIVERY_WORKFLOW_ACTIONS)[number]

/** `legIdx` is null where the action gives for the whole delivery. */
export type Turn = { action: Action; legIdx: number | null }

/** Actions that are about one leg. The others are given by confirming the delivery. */
const LEG_ACTIONS: Record<Duty, Action | undefined> = {
  pay: 'reportExternalDelivery',
  getPaid: 'confirmExternalDelivery',
  reportDelivery: 'reportExternalDelivery',
  confirmReceipt: 'confirmExternalDelivery',
  lock: 'confirmAndLockLeg',
  unlock: 'unlockAndDeliverLeg',
  deliver: undefined,
  receive: undefined,
  register: undefined,
  coordinate: undefined,
}

/** In the order of giving them. `turnsOf(delivery, alpenbank)` → [{ action: 'confirmDelivery', legIdx: null }] */
export function turnsOf(delivery: DeliveryTurn, viewer: Address): Turn[] {
  const mine = owedBy(delivery).filter((one) => one.tenant === viewer && one.mayGiveNow)
  const confirms = mine.some(({ duty }) => LEG_ACTIONS[duty] === undefined)
  const ofLegs = mine.flatMap(({ duty, legIdx }) => {
    const action = LEG_ACTIONS[duty]
    return action === undefined ? [] : [{ action, legIdx }]
  })
  return [...(confirms ? [{ action: 'confirmDelivery' as const, legIdx: null }] : []), ...ofLegs]
}
