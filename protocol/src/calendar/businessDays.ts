// The days on which TARGET, the euro's payment system, is open. A day is 'YYYY-MM-DD' in UTC.

export type ClosedBecause =
  'weekend' | 'newYear' | 'goodFriday' | 'easterMonday' | 'laborDay' | 'christmas' | 'christmasHoliday'

const DAY_MS = 24 * 60 * 60 * 1000
const midnightOf = (isoDay: string): number => Date.parse(`${isoDay}T00:00:00Z`)
const plusDays = (isoDay: string, days: number): string =>
  new Date(midnightOf(isoDay) + days * DAY_MS).toISOString().slice(0, 10)

const FIXED: Readonly<Record<string, ClosedBecause>> = {
  '01-01': 'newYear',
  '05-01': 'laborDay',
  '12-25': 'christmas',
  '12-26': 'christmasHoliday',
}

/** Why TARGET is closed; undefined on a business day. `closedBecause('2026-12-25')` → 'christmas' */
export function closedBecause(isoDay: string): ClosedBecause | undefined {
  const weekday = new Date(midnightOf(isoDay)).getUTCDay()
  if (weekday === 0 || weekday === 6) return 'weekend'
  const easter = easterSunday(Number(isoDay.slice(0, 4)))
  if (isoDay === plusDays(easter, -2)) return 'goodFriday'
  if (isoDay === plusDays(easter, 1)) return 'easterMonday'
  return FIXED[isoDay.slice(5)]
}

/** The first business day from a day on. `businessDayFrom('2026-11-22')` → '2026-11-23' */
export function businessDayFrom(isoDay: string): string {
  let day = isoDay
  while (closedBecause(day) !== undefined) day = plusDays(day, 1)
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
 * termEnd('2026-11-23', '1W') // '2026-11-30'
 * termEnd('2026-11-30', '3M') // '2027-02-26'
 */
export function termEnd(start: string, term: UsualTerm): string {
  if (term === 'O/N') return businessDayFrom(plusDays(start, 1))
  const count = Number(term.slice(0, 1))
  if (term.endsWith('W')) return businessDayFrom(plusDays(start, 7 * count))
  const end = plusMonths(start, count)
  const following = businessDayFrom(end)
  return following.slice(0, 7) === end.slice(0, 7) ? following : businessDayUntil(end)
}

/** The last business day up to a day. `businessDayUntil('2026-11-22')` → '2026-11-20' */
export function businessDayUntil(isoDay: string): string {
  let day = isoDay
  while (closedBecause(day) !== undefined) day = plusDays(day, -1)
  return day
}

/** The day that is so many business days before another. `businessDaysBefore('2026-11-23', 1)` → '2026-11-20' */
export function businessDaysBefore(isoDay: string, count: number): string {
  let day = isoDay
  for (let left = count; left > 0; left--) day = businessDayUntil(plusDays(day, -1))
  return day
}

/** The same day of a later month, or the last that this month has. */
function plusMonths(isoDay: string, months: number): string {
  const [year = 0, month = 1, day = 1] = isoDay.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0))
  return new Date(last.setUTCDate(Math.min(day, last.getUTCDate()))).toISOString().slice(0, 10)
}

/** Meeus' form of Gauss's algorithm, for every year of the Gregorian calendar. `easterSunday(2026)` → '2026-04-05' */
export function easterSunday(year: number): string {
  const moonYear = year % 19
  const century = Math.floor(year / 100)
  const yearOfCentury = year % 100
  const moonShift =
    century - Math.floor(century / 4) - Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const fullMoon = (19 * moonYear + moonShift + 15) % 30
  const weekdayShift =
    (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - fullMoon - (yearOfCentury % 4)) % 7
  const late = Math.floor((moonYear + 11 * fullMoon + 22 * weekdayShift) / 451)
  const days = fullMoon + weekdayShift - 7 * late + 114
  const [month, day] = [Math.floor(days / 31), (days % 31) + 1]
  return [year, month, day].map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-')
}
