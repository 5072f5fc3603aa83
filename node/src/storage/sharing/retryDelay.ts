// How long a push waits after a failure. All limits are here: where two disagree, a push is retried without a pause.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** The most that a push waits which a server has answered and not taken. */
export const LONGEST_WAIT_SECONDS = 300

/** The most that a server is left alone which does not answer. */
export const LONGEST_PEER_WAIT_SECONDS = 20

/** What a process has taken and did not live to finish is due again after this. */
export const LEASE_SECONDS = 90

/**
 * Seconds until the next try: twice as long after every failure. Between the half and the whole of it, so that many that
 * failed together do not come back together.
 *
 * @example
 * retryDelay(3, LONGEST_WAIT_SECONDS) // 4 to 8
 */
export function retryDelay(failureCount: number, longest: number): number {
  const most = Math.min(2 ** Math.min(failureCount, 10), longest)
  return Math.ceil(most * (0.5 + Math.random() / 2))
}

/** Nothing waits longer than the longest wait: what does was put off before the clock was put back, and is due. */
export const isDue = (at: RawBuilder<unknown>, now: number): RawBuilder<boolean> =>
  sql<boolean>`(${at} <= ${now} OR ${at} > ${now + LONGEST_WAIT_SECONDS})`
