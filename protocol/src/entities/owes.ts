// What each tenant still owes a delivery, and what of it may be given now (rules §3.1–3.3).
import { ZERO_ADDRESS } from '../scalars.ts'
import type { Address } from '../scalars.ts'
import { isDigital, isIssue, isTerminate } from './delivery.ts'
import type { Delivery, DeliveryLeg } from './delivery.ts'

/** deliver, receive: digital legs. pay, getPaid: reported and confirmed outside. register: the custodian's. */
export type Duty = 'deliver' | 'receive' | 'pay' | 'getPaid' | 'register' | 'coordinate'

export type Owed = { tenant: Address; duty: Duty; legIdx: number; mayGiveNow: boolean }

/** The part of a delivery that decides whose turn it is. */
export type DeliveryTurn = Pick<Delivery, 'deliveryState' | 'legs'>

/** Every confirmation that is still missing, investors' and payments' first. Empty once settled or canceled. */
export function owedBy(delivery: DeliveryTurn): Owed[] {
  if (delivery.deliveryState === 'SETTLED' || delivery.deliveryState === 'CANCELED') return []
  const earmarked = delivery.legs.filter(isDigital).every((leg) => leg.senderConfirmed || isIssue(leg))
  const investors = delivery.legs.flatMap((leg) => investorDuties(leg, earmarked))
  const registrars = delivery.legs.flatMap((leg) => registrarDuties(leg, investors.length === 0))
  return [...investors, ...registrars]
}

function investorDuties(leg: DeliveryLeg, earmarked: boolean): Owed[] {
  const duties: Owed[] = []
  const owe = (tenant: Address, duty: Duty, mayGiveNow: boolean) =>
    duties.push({ tenant, duty, legIdx: leg.legIdx, mayGiveNow })
  if (isDigital(leg)) {
    if (!leg.senderConfirmed && !isIssue(leg)) owe(leg.sender, 'deliver', true)
    if (!leg.receiverConfirmed && !isTerminate(leg)) owe(leg.receiver, 'receive', true)
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

export const isInvestorDuty = (owed: Owed): boolean => owed.duty !== 'register' && owed.duty !== 'coordinate'
