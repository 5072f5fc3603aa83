import type { Transfer } from '@connex/protocol'

/** What a transfer has of times at which something happened to it. */
type Dated = Pick<Transfer, 'createdAt' | 'confirmations' | 'cancelVotes'>

/**
 * Since when a transfer has waited, in UTC seconds: when the last thing happened to it. `deskSummary` counts in the same way.
 *
 * @example
 * formatWhen(waitingSince(transfer)) // '09:31'
 */
export function waitingSince({ createdAt, confirmations, cancelVotes }: Dated): number {
  return Math.max(createdAt, ...confirmations.map(({ at }) => at), ...cancelVotes.map(({ at }) => at))
}
