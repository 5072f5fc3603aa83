// When a delivery expires (rules §3.6): from then on any investor alone cancels it, unless a payment was reported.
import { Seconds } from '../scalars.ts'
import { isConfirmable } from './delivery.ts'
import type { Delivery } from './delivery.ts'

/** 90 days; `EXPIRY_PERIOD` of contracts/src/delivery. */
const EXPIRY_PERIOD_S = 90 * 86_400

/** The value date counts, without one the creation. `expiresAt({ valueDate: 0, createdAt })` → `createdAt` + 90 days */
export const expiresAt = ({ valueDate, createdAt }: Pick<Delivery, 'valueDate' | 'createdAt'>): Seconds =>
  Seconds.parse((valueDate > 0 ? valueDate : createdAt) + EXPIRY_PERIOD_S)

/** Whether a delivery has expired; one that has ended does not expire. `now` is in UTC seconds. */
export const isExpired = (
  { expiresAt, deliveryState }: Pick<Delivery, 'expiresAt' | 'deliveryState'>,
  now = Date.now() / 1000,
): boolean => deliveryState !== 'SETTLED' && deliveryState !== 'CANCELED' && expiresAt <= now

/** Whether a payment or delivery outside the ledger was reported, or a leg is locked: nobody then cancels alone. */
export const isReported = ({ legs }: Pick<Delivery, 'legs'>): boolean =>
  legs.some((leg) => !isConfirmable(leg) && leg.senderConfirmed)
