// What moves on the day of a due event, and what is only named.
import type { DueEvent } from '../entities/desk.ts'

/**
 * Whether an event names securities that do not move on its day, so that sums leave them out. What is recalled goes back by a return, or at the
 * deal's end; a coupon moves no securities; and what a counterparty has from the tenant matures there. `incoming` then has what comes back, or
 * what earns the tenant a coupon.
 *
 * @example
 * movesNothing({ kind: 'COUPON', counterpartyAddr: null }) // true
 */
export const movesNothing = ({
  kind,
  counterpartyAddr,
}: Pick<DueEvent, 'kind' | 'counterpartyAddr'>): boolean =>
  kind === 'RECALL' || kind === 'COUPON' || (kind === 'MATURITY' && counterpartyAddr !== null)
