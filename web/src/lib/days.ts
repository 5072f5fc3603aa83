// Arithmetic with calendar days, 'YYYY-MM-DD' in UTC.
import { isoDayOf, midnightOf } from './format.ts'

const DAY = 24 * 60 * 60
const DAYS_OF_WEEK = 7

/** `daysFrom('2026-11-30', 1)` → '2026-12-01' */
export const daysFrom = (isoDay: string, days: number): string => isoDayOf(midnightOf(isoDay) + days * DAY)

/** `daysFromTo('2026-11-23', '2026-11-30')` → 7 */
export const daysFromTo = (from: string, to: string): number => (midnightOf(to) - midnightOf(from)) / DAY

/** The Monday of a day's week. `mondayOf('2026-11-29')` → '2026-11-23' */
export const mondayOf = (isoDay: string): string =>
  daysFrom(isoDay, -((new Date(midnightOf(isoDay) * 1000).getUTCDay() + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK))
