// Business days by a calendar: the next, the last, and so many before or after a day. A day is 'YYYY-MM-DD' in UTC.
import { closureOf } from './calendar.ts'
import type { Calendar } from './calendar.ts'
import { plusDays } from './days.ts'

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

/** The day that is so many business days after another. `businessDaysAfter('2026-11-20', 1, TARGET)` → '2026-11-23' */
export function businessDaysAfter(isoDay: string, count: number, calendar: Calendar): string {
  let day = isoDay
  for (let left = count; left > 0; left--) day = businessDayFrom(plusDays(day, 1), calendar)
  return day
}
