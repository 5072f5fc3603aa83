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
