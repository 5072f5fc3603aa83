/** How many blocks to ask for at first. */
export const RANGE = 500
const RANGE_MAXIMUM = 20_000
/** So many logs fill a batch well: larger ones keep readers of an embedded database waiting. */
const LOGS_WANTED = 2_000

/** How many blocks to ask for next, after so many logs or after a refusal; few refusals in a row lead to one block. */
export function nextRange(range: number, last: number | 'refused'): number {
  if (last === 'refused') return Math.max(1, Math.floor(Math.min(range, RANGE) / 4))
  if (last > LOGS_WANTED * 2) return Math.max(1, Math.floor(range / 2))
  return last < LOGS_WANTED / 2 ? Math.min(RANGE_MAXIMUM, range * 2) : range
}
