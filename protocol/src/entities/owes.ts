// What each tenant still owes a delivery, and what of it may be given now (rules §3.1–3.3).
import { ZERO_ADDRESS } from '../scalars.ts'
import type { Address } from '../scalars.ts'
import { isDigital, isHtlc, isIssue, isTerminate } from './delivery.ts'
import type { Delivery, DeliveryLeg } from './delivery.ts'

/**
 * deliver, receive: legs that sender and receiver confirm. pay, getPaid: reported and confirmed outside. lock, unlock:
 * HTLC legs. register: the custodian's or transfer agent's.
 */
export type Duty = 'deliver' | 'receive' | 'pay' | 'getPaid' | 'lock' | 'unlock' | 'register' | 'coordinate'

export type Owed = { tenant: Address; duty: Duty; legIdx: number; mayGiveNow: boolean }

/** The part of a delivery that decides whose turn it is. */
export type DeliveryTurn = Pick<Delivery, 'deliveryState' | 'legs'>

/** Every confirmation that is still missing, in the order of giving them. Empty once settled or canceled. */
export function owedBy(delivery: DeliveryTurn): Owed[] {
  if (delivery.deliveryState === 'SETTLED' || delivery.deliveryState === 'CANCELED') return []
  const earmarked = delivery.legs.filter(isDigital).every((leg) => leg.senderConfirmed || isIssue(leg))
  const investors = delivery.legs.flatMap((leg) => investorDuties(leg, earmarked))
  const registrars = delivery.legs.flatMap((leg) => registrarDuties(leg, investors.length === 0))
  // The key is shown last of all: whoever knows it could else take one side of the delivery without the other.
  const unlockable = investors.length === 0 && registrars.length === 0
  return [...investors, ...registrars, ...delivery.legs.flatMap((leg) => unlocking(leg, unlockable))]
}

function unlocking(leg: DeliveryLeg, mayGiveNow: boolean): Owed[] {
  if (!isHtlc(leg) || leg.receiverConfirmed) return []
  return [{ tenant: leg.receiver, duty: 'unlock', legIdx: leg.legIdx, mayGiveNow }]
}

function investorDuties(leg: DeliveryLeg, earmarked: boolean): Owed[] {
  const duties: Owed[] = []
  const owe = (tenant: Address, duty: Duty, mayGiveNow: boolean) =>
    duties.push({ tenant, duty, legIdx: leg.legIdx, mayGiveNow })
  if (isDigital(leg)) {
    if (!leg.senderConfirmed && !isIssue(leg)) owe(leg.sender, 'deliver', true)
    if (!leg.receiverConfirmed && !isTerminate(leg)) owe(leg.receiver, 'receive', true)
  } else if (isHtlc(leg)) {
    if (!leg.senderConfirmed) owe(leg.sender, 'lock', earmarked)
  } else {
    // A payment is reported only once the securities are earmarked, and confirmed only once reported.
    if (!leg.senderConfirmed) owe(leg.sender, 'pay', earmarked)
    if (!leg.receiverConfirmed) owe(leg.receiver, 'getPaid', leg.senderConfirmed)
  }
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
