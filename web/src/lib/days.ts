// Arithmetic with calendar days, 'YYYY-MM-DD' in UTC.
import { isoDayOf, midnightOf } from './format.ts'

const DAY = 24 * 60 * 60

/**
 * The day that is some days later, or earlier.
 *
 * @example
 * daysFrom('2026-11-30', 1) // '2026-12-01'
 * daysFrom('2027-01-01', -1) // '2026-12-31'
 */
export const daysFrom = (isoDay: string, days: number): string => isoDayOf(midnightOf(isoDay) + days * DAY)

/** `daysSince('2026-11-20', '2026-11-23')` → 3 */
export const daysSince = (isoDay: string, today: string): number =>
  (midnightOf(today) - midnightOf(isoDay)) / DAY

/** Whether a day lies before today. */
export const isPast = (isoDay: string, today: string): boolean => midnightOf(isoDay) < midnightOf(today)
