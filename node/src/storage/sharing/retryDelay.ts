// The pause after a failed push. All its limits are here, because they depend on each other. `isDue` takes a time beyond
// LONGEST_WAIT_SECONDS for one of a clock that was set back: if another wait or the lease were longer, a push would be retried without
// a pause, or twice at once. And a lease longer than LONGEST_PEER_WAIT_SECONDS shows that a probe is under way (unreachablePeers.ts).
// docs/operating.md has the waits for operators.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { backoff } from './backoff.ts'

/** The first wait; it doubles with every failure. */
const FIRST_WAIT_SECONDS = 1

/** The longest wait of a push whose receiver has not indexed its transaction yet, and of one that this server cannot sign. */
export const EARLY_WAIT_SECONDS = 10

/** The longest wait of a push that a server has answered and not accepted. */
export const LONGEST_WAIT_SECONDS = 300

/** The longest wait before the next probe of an unreachable server. */
export const LONGEST_PEER_WAIT_SECONDS = 20

/** If a process dies with a push that it has taken, the push is due again after this. */
export const LEASE_SECONDS = 90

/**
 * Seconds until the next try. Doubles with every failure, with jitter between half and all of it, so that pushes that failed
 * together are not retried together.
 *
 * @example
 * retryDelay(3, LONGEST_WAIT_SECONDS) // 4 to 8
 */
export const retryDelay = (failureCount: number, longest: number): number =>
  Math.ceil(backoff(failureCount, FIRST_WAIT_SECONDS, longest) * (0.5 + Math.random() / 2))

/** Whether a time has come. A wait beyond the longest one means that the clock was set back since, so it is due too. */
export const isDue = (at: RawBuilder<unknown>, now: number): RawBuilder<boolean> =>
  sql<boolean>`(${at} <= ${now} OR ${at} > ${now + LONGEST_WAIT_SECONDS})`
