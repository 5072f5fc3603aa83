// The period over which the table counts what was settled and canceled.
import { daysFrom } from '../../lib/days.ts'
import { midnightOf } from '../../lib/format.ts'

export const PERIODS = ['year', 'month', 'quarter', 'all'] as const
export type Period = (typeof PERIODS)[number]

const QUARTER = 90

/** The period that an address names; this year without one. */
export const periodOf = (named: string | undefined): Period => PERIODS.find((one) => one === named) ?? 'year'

const FIRST_DAYS: Record<Period, (today: string) => string | undefined> = {
  year: (today) => `${today.slice(0, 4)}-01-01`,
  month: (today) => `${today.slice(0, 7)}-01`,
  quarter: (today) => daysFrom(today, -QUARTER),
  all: () => undefined,
}

/** The first day of a period; undefined for all time. `firstDayOf('year', '2026-11-23')` → '2026-01-01' */
export function firstDayOf(period: Period, today: string): string | undefined {
  return FIRST_DAYS[period](today)
}

/** The same in UTC seconds, as the server takes it. */
export function sinceOf(period: Period, today: string): { since?: number } {
  const first = firstDayOf(period, today)
  return first === undefined ? {} : { since: midnightOf(first) }
}
