// The usual terms of a repo, and the business day on which each ends.
import { businessDayFrom, businessDayUntil } from './businessDays.ts'
import type { Calendar } from './calendar.ts'
import { plusDays, plusMonths } from './days.ts'

/** The usual terms of a repo. O/N is overnight: until the next business day. */
export const USUAL_TERMS = ['O/N', '1W', '2W', '1M', '3M'] as const
export type UsualTerm = (typeof USUAL_TERMS)[number]

/**
 * The business day on which a usual term ends. Weeks go on to the next business day; so do months, but never into another
 * month: there the last business day before counts (modified following).
 *
 * @example
 * termEnd('2026-11-23', '1W', TARGET) // '2026-11-30'
 * termEnd('2026-11-30', '3M', TARGET) // '2027-02-26'
 */
export function termEnd(start: string, term: UsualTerm, calendar: Calendar): string {
  if (term === 'O/N') return businessDayFrom(plusDays(start, 1), calendar)
  const count = Number(term.slice(0, 1))
  if (term.endsWith('W')) return businessDayFrom(plusDays(start, 7 * count), calendar)
  return inMonth(plusMonths(start, count), calendar)
}

/** Modified following; of a month without any business day, the first one after it. */
function inMonth(isoDay: string, calendar: Calendar): string {
  const isSameMonth = (day: string) => day.slice(0, 7) === isoDay.slice(0, 7)
  const following = businessDayFrom(isoDay, calendar)
  if (isSameMonth(following)) return following
  const before = businessDayUntil(isoDay, calendar)
  return isSameMonth(before) ? before : following
}
