// The next business days, with what falls due on them.
import { closureOf, TARGET, type DeskSummary } from '@connex/protocol'
import { calendarOf, type TenantCalendar } from '@connex/protocol/calendar'
import { daysFrom } from '../../lib/days.ts'

export type DueDayRow = DeskSummary['due'][number] & {
  /** The currencies that nothing is paid in on the day, by their calendars: 'TARGET', 'USD'. */
  closed: readonly string[]
}

/**
 * The next business days from a day on. Days on which TARGET is closed are skipped, unless something is due on them. What is due is
 * judged by the calendars of its cash.
 *
 * @example
 * dueDayRows(summary.due, '2026-11-27', 2, calendars).map(({ date }) => date) // ['2026-11-27', '2026-11-30']
 */
export function dueDayRows(
  due: DeskSummary['due'],
  from: string,
  count: number,
  stored: readonly TenantCalendar[],
): DueDayRow[] {
  const known = new Map(due.map((day) => [day.date, day]))
  const rows: DueDayRow[] = []
  let business = 0
  for (let date = from; business < count; date = daysFrom(date, 1)) {
    const found = known.get(date) ?? { date, count: 0, cash: [] }
    const closed = closedFor(found, stored)
    const isOpen = closureOf(date, TARGET) === undefined || closed.length === 0
    if (isOpen) business += 1
    if (isOpen || known.has(date)) rows.push({ ...found, closed })
  }
  return rows
}

/** The calendars of what is paid on a day, TARGET if nothing is, as far as they are closed. */
function closedFor({ date, cash }: DeskSummary['due'][number], stored: readonly TenantCalendar[]): string[] {
  const currencies = cash.length === 0 ? [null] : cash.map(({ currency }) => currency)
  return currencies
    .map((currency) => calendarOf(currency, stored))
    .filter((calendar) => closureOf(date, calendar) !== undefined)
    .map(({ kind, currency }) => (kind === 'TARGET' ? kind : currency))
}
