// What is late: by how many days, and for which delivery it waits.
import type { DueEvent } from '../entities/desk.ts'
import { PENDING_STATES } from '../entities/transfer.ts'
import { daysBetween } from '../repo/repurchasePrice.ts'
import type { DeliveryId } from '../scalars.ts'

type Late = Pick<DueEvent, 'date' | 'isOverdue' | 'state' | 'deliveryId' | 'closingDeliveryId'>

/** Days of the calendar, as in the sentence of a deal. `daysLate({ date: '2026-11-20', isOverdue: true }, '2026-11-23')` → 3 */
export const daysLate = ({ date, isOverdue }: Pick<Late, 'date' | 'isOverdue'>, today: string): number =>
  isOverdue && date !== null ? daysBetween(date, today) : 0

/** The pending delivery that a late event waits for: the return that closes its deal, or its own. Null while there is none. */
export function awaitedDelivery({
  isOverdue,
  state,
  deliveryId,
  closingDeliveryId,
}: Omit<Late, 'date'>): DeliveryId | null {
  if (!isOverdue) return null
  if (closingDeliveryId !== null) return closingDeliveryId
  return state !== null && PENDING_STATES.includes(state) ? deliveryId : null
}
