// The days on which TARGET, the euro's payment system, is closed (ECB, 14 December 2000).
import { plusDays } from './days.ts'

const FIXED: Readonly<Record<string, string>> = {
  '01-01': 'New Year’s Day',
  '05-01': 'Labor Day',
  '12-25': 'Christmas Day',
  '12-26': '26 December',
}

/** The name of a holiday of TARGET, also on a weekend. `targetHoliday('2027-03-26')` → 'Good Friday' */
export function targetHoliday(isoDay: string): string | undefined {
  const easter = easterSunday(Number(isoDay.slice(0, 4)))
  if (isoDay === plusDays(easter, -2)) return 'Good Friday'
  if (isoDay === plusDays(easter, 1)) return 'Easter Monday'
  return FIXED[isoDay.slice(5)]
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
