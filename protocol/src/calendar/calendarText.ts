// What the screens and commands tell about a day.
import type { Calendar, Closure } from './calendar.ts'

const day = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
/** `dayText('2026-11-26')` → '26 Nov 2026' */
export const dayText = (isoDay: string): string => day.format(Date.parse(`${isoDay}T00:00:00Z`))

/** `closureText({ kind: 'holiday', name: 'Good Friday' }, TARGET)` → 'TARGET is closed: Good Friday' */
export function closureText(closure: Closure, { kind, currency }: Calendar): string {
  if (closure.kind === 'weekend') return 'Weekend'
  const { name } = closure
  if (kind === 'TARGET') return `TARGET is closed${name === undefined ? '' : `: ${name}`}`
  return name === undefined ? `Closed in your ${currency} calendar` : `Your ${currency} calendar: ${name}`
}

/** Why a weekday's holidays are not known: the currency has no calendar, or its calendar begins later or ends earlier. */
export type CalendarGap = 'missing' | 'before' | 'after'

/** `gapOf('2026-11-26', calendarOf('USD', []))` → 'missing' */
export function gapOf(isoDay: string, calendar: Calendar): CalendarGap | undefined {
  if (calendar.kind === 'TARGET') return undefined
  if (calendar.kind === 'WEEKENDS') return 'missing'
  if (isoDay < calendar.from) return 'before'
  return isoDay > calendar.until ? 'after' : undefined
}

/** What a calendar does not know of a day. `gapText('2026-11-26', noCalendar)` → 'No calendar for USD: only weekends are known.' */
export function gapText(isoDay: string, calendar: Calendar): string | undefined {
  const gap = gapOf(isoDay, calendar)
  return gap === undefined ? undefined : gapTexts[gap](calendar)
}

const gapTexts: Record<CalendarGap, (calendar: Calendar) => string> = {
  missing: ({ currency }) => `No calendar for ${currency}: only weekends are known.`,
  before: (calendar) =>
    `Your ${calendar.currency} calendar begins on ${limitOf(calendar, 'from')}: before that only weekends are known.`,
  after: (calendar) =>
    `Your ${calendar.currency} calendar ends on ${limitOf(calendar, 'until')}: after that only weekends are known.`,
}

const limitOf = (calendar: Calendar, limit: 'from' | 'until'): string =>
  calendar.kind === 'TENANT' ? dayText(calendar[limit]) : ''
