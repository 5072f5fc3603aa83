// The calendars that a tenant stores for other currencies than EUR, as templates of the type CALENDAR.
import * as z from 'zod/mini'
import { Currency } from '../terms/cash.ts'
import { TARGET } from './calendar.ts'
import type { Calendar } from './calendar.ts'

export const CALENDAR_TEMPLATE = 'CALENDAR'
export const MOST_CLOSED_DAYS = 2000

const IsoDate = z.iso.date('must be a day such as 2027-11-25')

/** EUR has none: its calendar is TARGET. */
export const CalendarCurrency = Currency.check(
  z.refine((currency) => currency !== 'EUR', 'must not be EUR: its calendar is TARGET, which is built in'),
)

export const HolidayName = z.string().check(z.minLength(1), z.maxLength(100))

export const ClosedDay = z.strictObject({ date: IsoDate, name: z.optional(HolidayName) })
export type ClosedDay = z.infer<typeof ClosedDay>

/** The content of such a template; `completeUntil` is by default the last closed day. */
export const TenantCalendar = z
  .strictObject({
    currency: CalendarCurrency,
    completeUntil: z.optional(IsoDate),
    closedDays: z
      .array(ClosedDay)
      .check(z.minLength(1, 'must have a day'), z.maxLength(MOST_CLOSED_DAYS, 'must be 2,000 days at most')),
  })
  .check(({ value: { completeUntil, closedDays }, issues }) => {
    const known = new Set<string>()
    for (const [index, { date }] of closedDays.entries()) {
      const fault = known.has(date)
        ? 'appears twice'
        : completeUntil !== undefined && date > completeUntil
          ? 'must not be after completeUntil'
          : undefined
      known.add(date)
      if (fault !== undefined)
        issues.push({ code: 'custom', input: date, path: ['closedDays', index, 'date'], message: fault })
    }
  })
export type TenantCalendar = z.infer<typeof TenantCalendar>

/** A tenant has one calendar for a currency. `calendarIdOf('USD')` → 'calendar-USD' */
export const calendarIdOf = (currency: string): string => `${CALENDAR_IDS}${currency}`
/** How the ids of calendars begin, and no other template's. */
export const CALENDAR_IDS = 'calendar-'

/** The same with its days in order. `sortedCalendar(calendar).closedDays[0]` */
export const sortedCalendar = (calendar: TenantCalendar): TenantCalendar => ({
  ...calendar,
  closedDays: calendar.closedDays.toSorted((one, other) => (one.date < other.date ? -1 : 1)),
})

/**
 * The calendar that judges the days of a deal, by its cash currency; without cash, TARGET. A stored calendar knows the days from
 * January of the year of its first closed day.
 *
 * @example
 * calendarOf('USD', []) // { kind: 'WEEKENDS', currency: 'USD' }
 */
export function calendarOf(currency: Currency | null, stored: readonly TenantCalendar[]): Calendar {
  if (currency === null || currency === 'EUR') return TARGET
  const own = stored.find((one) => one.currency === currency)
  if (own === undefined) return { kind: 'WEEKENDS', currency }
  const { closedDays, completeUntil } = sortedCalendar(own)
  const first = closedDays[0]?.date ?? ''
  return {
    kind: 'TENANT',
    currency,
    closed: new Map(closedDays.map(({ date, name }) => [date, name])),
    from: `${first.slice(0, 4)}-01-01`,
    until: completeUntil ?? closedDays.at(-1)?.date ?? '',
  }
}
