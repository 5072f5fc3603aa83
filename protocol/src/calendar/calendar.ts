// The calendar of a currency: which days are closed, and where that is not known. A day is 'YYYY-MM-DD' in UTC.
import type { Currency } from '../terms/cash.ts'
import { isWeekend } from './days.ts'
import { targetHoliday } from './target.ts'

/** EUR follows TARGET, another currency the calendar that the tenant has stored; without one, only weekends are known. */
export type Calendar =
  | { kind: 'TARGET'; currency: 'EUR' }
  | { kind: 'WEEKENDS'; currency: Currency }
  | {
      kind: 'TENANT'
      currency: Currency
      /** From the day to the holiday's name, if the tenant gave one. */
      closed: ReadonlyMap<string, string | undefined>
      /** The first and last day that it knows. */
      from: string
      until: string
    }

/** Also of transfers without cash. */
export const TARGET: Calendar = { kind: 'TARGET', currency: 'EUR' }

/** Why a day is closed. */
export type Closure = { kind: 'weekend' } | { kind: 'holiday'; name: string | undefined }

/**
 * Why nothing is paid on a day; undefined on a business day, and on a weekday that the calendar does not know (see `gapOf`).
 *
 * @example
 * closureOf('2027-03-26', TARGET) // { kind: 'holiday', name: 'Good Friday' }
 */
export function closureOf(isoDay: string, calendar: Calendar): Closure | undefined {
  if (isWeekend(isoDay)) return { kind: 'weekend' }
  if (calendar.kind === 'WEEKENDS') return undefined
  if (calendar.kind === 'TENANT')
    return calendar.closed.has(isoDay) ? { kind: 'holiday', name: calendar.closed.get(isoDay) } : undefined
  const name = targetHoliday(isoDay)
  return name === undefined ? undefined : { kind: 'holiday', name }
}
