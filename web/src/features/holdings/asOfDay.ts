import { todayUtc } from '../../lib/formatTime.ts'

const LAST_SECOND = 24 * 60 * 60 - 1

/** The end of a past day, UTC, in seconds; today is now, and needs no time. `asOfDay('2026-11-20')` */
export function asOfDay(day: string | undefined): { asOfTime?: number } {
  if (day === undefined || !/^\d{4}-\d\d-\d\d$/.test(day) || day >= todayUtc()) return {}
  const start = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(start) || start < 0 ? {} : { asOfTime: start / 1000 + LAST_SECOND }
}
