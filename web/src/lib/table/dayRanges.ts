// Ranges of days that a desk asks for by name. A day is 'YYYY-MM-DD'.
import { businessDayFrom, TARGET } from '@connex/protocol'

export type DayRange = { id: 'today' | 'business_days' | 'last_days' | 'month'; from: string; to: string }

const DAY_MS = 86_400_000
const BUSINESS_DAYS = 5
const LAST_DAYS = 7

const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** The last of so many business days from a day on, itself included if it is one. */
function lastBusinessDay(from: string, count: number): string {
  let day = businessDayFrom(from, TARGET)
  for (let passed = 1; passed < count; passed += 1) day = businessDayFrom(plusDays(day, 1), TARGET)
  return day
}

/** Today, this month, and what is ahead of a due date or behind a date of creation. `dayRanges('2026-11-23', 'ahead')` */
export function dayRanges(today: string, direction: 'ahead' | 'behind'): DayRange[] {
  const [year = 0, month = 0] = today.split('-').map(Number)
  const first = `${today.slice(0, 7)}-01`
  const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
  const middle: DayRange =
    direction === 'ahead'
      ? { id: 'business_days', from: today, to: lastBusinessDay(today, BUSINESS_DAYS) }
      : { id: 'last_days', from: plusDays(today, 1 - LAST_DAYS), to: today }
  return [{ id: 'today', from: today, to: today }, middle, { id: 'month', from: first, to: last }]
}
