// When the user last marked the changes as seen, stored in this browser for each user.
import type { Address } from '@connex/protocol'
import { readPreference, writePreference } from '../../lib/preferences.ts'

const keyOf = (user: Address): string => `seen.${user}`
const FIRST_VISIT = 24 * 60 * 60

export type LastVisit = { since: number; isFirst: boolean }

/** In UTC seconds. A first visit looks back over a day. */
export function lastVisitOf(stored: string | undefined, now: number): LastVisit {
  const since = Number(stored)
  const isFirst = !Number.isSafeInteger(since) || since <= 0 || since > now
  return { since: isFirst ? now - FIRST_VISIT : since, isFirst }
}

/** `readLastVisit(user, Date.now() / 1000).since` */
export const readLastVisit = (user: Address, now: number): LastVisit =>
  lastVisitOf(readPreference(keyOf(user)), now)

/** Only what happened before this moment counts as seen. `writeLastVisit(user, 1_795_000_000)` */
export const writeLastVisit = (user: Address, at: number): void =>
  writePreference(keyOf(user), String(Math.floor(at)))
