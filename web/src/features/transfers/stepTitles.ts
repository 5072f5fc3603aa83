// What a step of a transfer's timeline is called, by what it gives and the type of its leg.
import { dutyOf, isToken, type DeliveryLeg, type Duty, type LegRole } from '@connex/protocol'
import type { MessageKey } from '../../messages/Messages.ts'

type OfType = Pick<DeliveryLeg, 'legType'>

const GIVEN: Record<Duty, MessageKey> = {
  deliver: 'Steps.delivered',
  receive: 'Steps.received',
  pay: 'Steps.paid',
  getPaid: 'Steps.got_paid',
  reportDelivery: 'Steps.reported',
  confirmReceipt: 'Steps.received',
  lock: 'Steps.locked',
  unlock: 'Steps.unlocked',
  register: 'Steps.registered',
  coordinate: 'Steps.coordinated',
}

/** `givenTitle({ legType: 'EXTERNAL' }, 'sender')` → 'Steps.paid' */
export function givenTitle(leg: OfType, role: LegRole): MessageKey {
  const duty = dutyOf(leg, role)
  if (duty === 'deliver' && isToken(leg)) return 'Steps.escrowed'
  return duty === 'register' && leg.legType === 'TRADITIONAL' ? 'Steps.agreed' : GIVEN[duty]
}

const OWED: Record<Duty, MessageKey> = {
  deliver: 'Steps.owes_deliver',
  receive: 'Steps.owes_receive',
  pay: 'Steps.owes_pay',
  getPaid: 'Steps.owes_get_paid',
  reportDelivery: 'Steps.owes_report',
  confirmReceipt: 'Steps.owes_receive',
  lock: 'Steps.owes_lock',
  unlock: 'Steps.owes_unlock',
  register: 'Steps.owes_register',
  coordinate: 'Steps.owes_coordinate',
}

/** The same of what is still owed; the one that settles everything says so. */
export function owedTitle(leg: OfType, duty: Duty, isLast: boolean): MessageKey {
  if (isLast && (duty === 'register' || duty === 'coordinate')) return 'Steps.owes_last'
  return duty === 'register' && leg.legType === 'TRADITIONAL' ? 'Steps.owes_agent' : OWED[duty]
}
