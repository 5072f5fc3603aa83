// What each tenant still owes a delivery, and which of these duties can be fulfilled now (rules §3.1–3.3).
import { ZERO_ADDRESS } from '../scalars.ts'
import type { Address } from '../scalars.ts'
import { isConfirmable, isHtlc, isIssue, isTerminate } from './delivery.ts'
import type { Delivery, DeliveryLeg, LegRole, LegType } from './delivery.ts'

/**
 * deliver, receive: of a leg that the ledger moves. pay, getPaid: of documented cash. reportDelivery, confirmReceipt: of
 * an instrument outside the registries. lock, unlock: of an HTLC leg. register: the custodian's or transfer agent's.
 */
export type Duty =
  | 'deliver'
  | 'receive'
  | 'pay'
  | 'getPaid'
  | 'reportDelivery'
  | 'confirmReceipt'
  | 'lock'
  | 'unlock'
  | 'register'
  | 'coordinate'

export type Owed = { tenant: Address; duty: Duty; legIdx: number; mayGiveNow: boolean }

/** The part of a delivery that decides whose turn it is. */
export type DeliveryTurn = Pick<Delivery, 'deliveryState' | 'legs'>

/** Every confirmation that is still missing, in the order of giving them. Empty once settled or canceled. */
export function owedBy(delivery: DeliveryTurn): Owed[] {
  if (delivery.deliveryState === 'SETTLED' || delivery.deliveryState === 'CANCELED') return []
  const earmarked = delivery.legs.filter(isConfirmable).every((leg) => leg.senderConfirmed || isIssue(leg))
  const investors = delivery.legs
    .flatMap((leg) => investorDuties(leg, earmarked))
    .toSorted((one, other) => ORDER.indexOf(one.duty) - ORDER.indexOf(other.duty))
  const registrars = delivery.legs.flatMap((leg) => registrarDuties(leg, investors.length === 0))
  // The key is revealed last: it would otherwise let its holder take one side of the delivery without the other.
  const unlockable = investors.length === 0 && registrars.length === 0
  return [...investors, ...registrars, ...delivery.legs.flatMap((leg) => unlocking(leg, unlockable))]
}

/** Nobody pays or locks before the rest is earmarked, and nobody confirms an arrival before its report. */
const ORDER: readonly Duty[] = [
  'deliver',
  'receive',
  'lock',
  'reportDelivery',
  'pay',
  'confirmReceipt',
  'getPaid',
]

const MOVED = ['deliver', 'receive'] as const

/** The sender's duty and the receiver's, by the leg's type. */
const INVESTOR_DUTIES: Record<LegType, readonly [sender: Duty, receiver: Duty]> = {
  NONE: MOVED,
  EXTERNAL: ['pay', 'getPaid'],
  HTLC: ['lock', 'unlock'],
  TRADITIONAL: ['reportDelivery', 'confirmReceipt'],
  DIGITAL: MOVED,
  DIGITAL_WITH_COORDINATOR: MOVED,
  ERC20: MOVED,
  ERC721: MOVED,
  TXC: MOVED,
}

/** What a party gives a leg: `dutyOf({ legType: 'EXTERNAL' }, 'sender')` → 'pay' */
export function dutyOf(leg: Pick<DeliveryLeg, 'legType'>, role: LegRole): Duty {
  if (role === 'registrar') return 'register'
  if (role === 'coordinator') return 'coordinate'
  const isSender = role === 'sender'
  const [ofSender, ofReceiver] = INVESTOR_DUTIES[leg.legType]
  return isSender ? ofSender : ofReceiver
}

function unlocking(leg: DeliveryLeg, mayGiveNow: boolean): Owed[] {
  if (!isHtlc(leg) || leg.receiverConfirmed) return []
  return [{ tenant: leg.receiver, duty: 'unlock', legIdx: leg.legIdx, mayGiveNow }]
}

function investorDuties(leg: DeliveryLeg, earmarked: boolean): Owed[] {
  const duties: Owed[] = []
  const owe = (role: 'sender' | 'receiver', mayGiveNow: boolean) =>
    duties.push({ tenant: leg[role], duty: dutyOf(leg, role), legIdx: leg.legIdx, mayGiveNow })
  const isMoved = isConfirmable(leg)
  if (!leg.senderConfirmed && !(isMoved && isIssue(leg))) owe('sender', isMoved || earmarked)
  // The unlocking of an HTLC leg comes after all else.
  if (isHtlc(leg) || leg.receiverConfirmed || (isMoved && isTerminate(leg))) return duties
  owe('receiver', isMoved || leg.senderConfirmed)
  return duties
}

function registrarDuties(leg: DeliveryLeg, investorsAreDone: boolean): Owed[] {
  const duties: Owed[] = []
  if (leg.registrar !== ZERO_ADDRESS && !leg.registrarConfirmed)
    duties.push({ tenant: leg.registrar, duty: 'register', legIdx: leg.legIdx, mayGiveNow: investorsAreDone })
  if (leg.txCoordinator !== ZERO_ADDRESS && !leg.coordinatorConfirmed)
    duties.push({
      tenant: leg.txCoordinator,
      duty: 'coordinate',
      legIdx: leg.legIdx,
      mayGiveNow: investorsAreDone,
    })
  return duties
}

/** Whether an investor is waited for. An unlocking counts only once nothing else is missing. */
export const isInvestorDuty = ({ duty, mayGiveNow }: Owed): boolean =>
  duty !== 'register' && duty !== 'coordinate' && (duty !== 'unlock' || mayGiveNow)

/** Whether it is about documented cash, which may be left for later where more is owed. */
export const isPaymentDuty = (duty: Duty): boolean => duty === 'pay' || duty === 'getPaid'

/** Whether it takes a hash and a deadline, or the key: a call of its own, and no part of confirming. */
export const isLockDuty = (duty: Duty): boolean => duty === 'lock' || duty === 'unlock'

/**
 * The duties left once a tenant has fulfilled these, as far as it can now.
 *
 * @example
 * owedAfter(repo, buyer, ['receive']).map(({ duty }) => duty) // ['pay', 'getPaid', 'register']
 */
export function owedAfter(delivery: DeliveryTurn, tenant: Address, duties: readonly Duty[]): Owed[] {
  const confirmed = owedBy(delivery).filter(
    (one) => one.tenant === tenant && one.mayGiveNow && duties.includes(one.duty),
  )
  const legs = delivery.legs.map((leg) => {
    const has = (role: LegRole) =>
      confirmed.some(({ legIdx, duty }) => legIdx === leg.legIdx && duty === dutyOf(leg, role))
    return {
      ...leg,
      senderConfirmed: leg.senderConfirmed || has('sender'),
      receiverConfirmed: leg.receiverConfirmed || has('receiver'),
      registrarConfirmed: leg.registrarConfirmed || has('registrar'),
      coordinatorConfirmed: leg.coordinatorConfirmed || has('coordinator'),
    }
  })
  return owedBy({ ...delivery, legs })
}
