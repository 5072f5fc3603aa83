import { isDay, midnightOf, todayUtc } from '../../lib/formatTime.ts'

const LAST_SECOND = 24 * 60 * 60 - 1

/** The end of a past day, UTC, in seconds; today is now, and needs no time. `asOfDay('2026-11-20')` */
export function asOfDay(day: string | undefined): { asOfTime?: number } {
  if (day === undefined || !isDay(day) || day >= todayUtc()) return {}
  const start = midnightOf(day)
  return start < 0 ? {} : { asOfTime: start + LAST_SECOND }
}
