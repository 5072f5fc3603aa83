// Days as the desk's screens write them: without a year, which is the present or the next one.
import { midnightOf, weekdayOf } from '../../lib/format.ts'

const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const monthAndYear = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The year is clear on a screen of a few weeks. `formatDayOfYear('2026-11-23')` → '23 Nov' */
const formatDayOfYear = (isoDay: string): string => dayAndMonth.format(midnightOf(isoDay) * 1000)

/**
 * A day in a list or a sentence.
 *
 * @example
 * formatWeekday('2026-11-23') // 'Mon 23 Nov'
 */
export const formatWeekday = (isoDay: string): string => `${weekdayOf(isoDay)} ${formatDayOfYear(isoDay)}`

/** '2026-11-23' → 'November 2026' */
export const formatMonth = (isoDay: string): string => monthAndYear.format(midnightOf(isoDay) * 1000)
