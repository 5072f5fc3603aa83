/** How many blocks to ask for at first. */
export const RANGE = 500
const RANGE_MAXIMUM = 20_000
/** So many logs fill a batch well: larger ones keep readers of an embedded database waiting. */
const LOGS_WANTED = 2_000

/** How many blocks to ask for next, after so many logs or after a refusal. */
export function nextRange(range: number, last: number | 'refused'): number {
  if (last === 'refused') return Math.max(1, Math.floor(range / 4))
  if (last > LOGS_WANTED * 2) return Math.max(1, Math.floor(range / 2))
  return last < LOGS_WANTED / 2 ? Math.min(RANGE_MAXIMUM, range * 2) : range
}

/** Behind a load balancer one ledger may know so many blocks less than the next one, and answers for them that nothing happened. */
const NEAR_HEAD = 4

/** The last block of the next batch: the newest ones are read one by one, each by its hash. */
export const endOfRange = (from: number, head: number, range: number): number =>
  Math.max(from, Math.min(head - NEAR_HEAD, from + range - 1))
