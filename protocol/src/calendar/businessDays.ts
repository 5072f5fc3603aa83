// Business days by a calendar: the next, the last, and the end of a usual term. A day is 'YYYY-MM-DD' in UTC.
import { closureOf } from './calendar.ts'
import type { Calendar } from './calendar.ts'
import { plusDays, plusMonths } from './days.ts'

/** The first business day from a day on (following). `businessDayFrom('2026-11-22', TARGET)` → '2026-11-23' */
export function businessDayFrom(isoDay: string, calendar: Calendar): string {
  let day = isoDay
  while (closureOf(day, calendar) !== undefined) day = plusDays(day, 1)
  return day
}

/** The last business day up to a day. `businessDayUntil('2026-11-22', TARGET)` → '2026-11-20' */
export function businessDayUntil(isoDay: string, calendar: Calendar): string {
  let day = isoDay
  while (closureOf(day, calendar) !== undefined) day = plusDays(day, -1)
  return day
}

/** The day that is so many business days before another. `businessDaysBefore('2026-11-23', 1, TARGET)` → '2026-11-20' */
export function businessDaysBefore(isoDay: string, count: number, calendar: Calendar): string {
  let day = isoDay
  for (let left = count; left > 0; left--) day = businessDayUntil(plusDays(day, -1), calendar)
  return day
}

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
