// Who owes which confirmation, in sentences. An entry point of its own (`@connex/protocol/duties`), so that a client's
// first chunk does not carry them.
import type { DeliveryLeg } from './entities/delivery.ts'
import type { Duty, Owed } from './entities/owes.ts'
import { isExpired, isReported } from './entities/expiry.ts'
import { owedBy } from './entities/owes.ts'
import type { Transfer } from './entities/transfer.ts'
import { investorsOf } from './entities/transferActions.ts'
import type { Address } from './scalars.ts'

type NameOf = (tenant: Address) => string
type Leg = Pick<DeliveryLeg, 'legType'>

const dutyTexts: Record<Duty, string> = {
  deliver: 'confirm the delivery',
  receive: 'confirm the receipt',
  pay: 'report the payment as sent',
  getPaid: 'confirm that the payment arrived',
  reportDelivery: 'report the delivery outside the ledger',
  confirmReceipt: 'confirm the receipt outside the ledger',
  lock: 'lock its leg with a hash',
  unlock: 'unlock its leg with the key',
  register: 'confirm as registrar',
  coordinate: 'confirm as coordinator',
}

/** A duty as a verb: `dutyText('pay', leg)` → 'report the payment as sent' */
export const dutyText = (duty: Duty, leg: Leg | undefined): string =>
  duty === 'register' && leg?.legType === 'TRADITIONAL' ? 'confirm as transfer agent' : dutyTexts[duty]

/** 'Alpenbank must report the payment as sent; Meridian Registrars must confirm as registrar', a clause for each tenant. */
export function owedText(owed: readonly Owed[], { legs }: Pick<Transfer, 'legs'>, nameOf: NameOf): string {
  const duties = new Map<string, Set<string>>()
  for (const { tenant, duty, legIdx } of owed) {
    const name = nameOf(tenant)
    const leg = legs.find((one) => one.legIdx === legIdx)
    duties.set(name, (duties.get(name) ?? new Set()).add(dutyText(duty, leg)))
  }
  return [...duties].map(([name, texts]) => `${name} must ${[...texts].join(' and ')}`).join('; ')
}

type Pending = Pick<Transfer, 'deliveryState' | 'legs' | 'expiresAt'>

/**
 * When a pending delivery expires, and what follows; `now` is in UTC seconds.
 *
 * @example
 * expiryText(transfer) // 'Expires on 2027-02-20; either side can then cancel it alone.'
 */
export function expiryText(delivery: Pending, now = Date.now() / 1000): string {
  const day = new Date(delivery.expiresAt * 1000).toISOString().slice(0, 10)
  const hasExpired = isExpired(delivery, now)
  const expiry = `${hasExpired ? 'Expired' : 'Expires'} on ${day}`
  if (isReported(delivery) || investorsOf(delivery).length < 2) return `${expiry}.`
  return `${expiry}; either side can ${hasExpired ? '' : 'then '}cancel it alone.`
}

/** Whose turn it is: 'Next: Baltic Trust Bank must confirm the receipt.', or how it has ended. */
export function turnText(transfer: Pick<Transfer, 'deliveryState' | 'legs'>, nameOf: NameOf): string {
  if (transfer.deliveryState === 'SETTLED') return 'Settled.'
  if (transfer.deliveryState === 'CANCELED') return 'Canceled.'
  const due = owedBy(transfer).filter(({ mayGiveNow }) => mayGiveNow)
  return `Next: ${owedText(due, transfer, nameOf)}.`
}

/** What follows a confirmation: the duties that are left, or the settlement. */
export const remainingText = (
  owed: readonly Owed[],
  transfer: Pick<Transfer, 'legs'>,
  nameOf: NameOf,
): string =>
  owed.length === 0
    ? 'The delivery then settles immediately, and can no longer be canceled.'
    : `Still to come: ${owedText(owed, transfer, nameOf)}.`
