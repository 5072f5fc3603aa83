// Arithmetic with days, 'YYYY-MM-DD' in UTC.

const DAY_MS = 24 * 60 * 60 * 1000
const midnightOf = (isoDay: string): number => Date.parse(`${isoDay}T00:00:00Z`)

/** `plusDays('2026-12-31', 1)` → '2027-01-01' */
export const plusDays = (isoDay: string, days: number): string =>
  new Date(midnightOf(isoDay) + days * DAY_MS).toISOString().slice(0, 10)

/** The same day of a later month, or the last that this month has. `plusMonths('2027-01-31', 1)` → '2027-02-28' */
export function plusMonths(isoDay: string, months: number): string {
  const [year = 0, month = 1, day = 1] = isoDay.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0))
  return new Date(last.setUTCDate(Math.min(day, last.getUTCDate()))).toISOString().slice(0, 10)
}

/** `isWeekend('2026-11-21')` → true */
export function isWeekend(isoDay: string): boolean {
  const weekday = new Date(midnightOf(isoDay)).getUTCDay()
  return weekday === 0 || weekday === 6
}
