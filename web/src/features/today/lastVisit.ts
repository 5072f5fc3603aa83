// When the user last marked the changes as seen, stored in this browser for each user.
import type { Address, Seconds } from '@connex/protocol'
import { readPreference, writePreference } from '../../lib/preferences.ts'

const keyOf = (user: Address): string => `seen.${user}`
const FIRST_VISIT = 24 * 60 * 60
/** How far the ledger's clock may be ahead of this computer's. */
const AHEAD = 60 * 60

export type LastVisit = {
  /** By the ledger's clock, the moment from which on nothing has been seen. */
  since: Seconds
  /** By this computer's clock, when the user marked the changes as seen. */
  at: Seconds
  isFirst: boolean
}

/** A first visit looks back over a day. `lastVisitOf('1794999000 1795000000', now).at` → 1795000000 */
export function lastVisitOf(stored: string | undefined, now: number): LastVisit {
  const [since = 0, at = 0] = (stored ?? '').split(' ').map(Number)
  const isMoment = (moment: number) => Number.isSafeInteger(moment) && moment > 0 && moment < now + AHEAD
  if (isMoment(since) && isMoment(at)) return { since, at, isFirst: false }
  return { since: now - FIRST_VISIT, at: now - FIRST_VISIT, isFirst: true }
}

/** `readLastVisit(user, Date.now() / 1000).since` */
export const readLastVisit = (user: Address, now: number): LastVisit =>
  lastVisitOf(readPreference(keyOf(user)), Math.floor(now))

/** `writeLastVisit(user, { since: lastAt + 1, at: now, isFirst: false })` */
export const writeLastVisit = (user: Address, { since, at }: LastVisit): void =>
  writePreference(keyOf(user), `${since} ${at}`)
