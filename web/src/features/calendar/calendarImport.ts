// A calendar as a user pastes it or chooses a file: what is wrong with it, and what it changes.
import { closureOf, type Currency } from '@connex/protocol'
import { calendarOf, readCalendarFile, type TenantCalendar } from '@connex/protocol/calendar'
import { formatIsoDay, isDay } from '../../lib/format.ts'
import { faultsText } from '../../ui/file/textFile.ts'
import { t } from '../../messages/t.ts'

export type CalendarDraft = { currency: Currency; text: string; until: string }

type Checked = {
  /** If nothing is wrong. */
  calendar?: TenantCalendar
  linesFault?: string
  untilFault?: string
}

/** The calendar of a draft, or what is wrong with it. `checkCalendar({ currency: 'USD', text: '2026-11-26', until: '' })` */
export function checkCalendar({ currency, text, until }: CalendarDraft): Checked {
  const { closedDays, faults } = readCalendarFile(text)
  const last = closedDays.at(-1)?.date ?? ''
  const untilFault =
    until === ''
      ? undefined
      : !isDay(until)
        ? t('CalendarsDialog.until_wrong')
        : until < last
          ? t('CalendarsDialog.until_early', { day: formatIsoDay(last) })
          : undefined
  if (faults.length === 0 && untilFault === undefined)
    return { calendar: { currency, closedDays, ...(until !== '' && { completeUntil: until }) } }
  return {
    ...(untilFault !== undefined && { untilFault }),
    ...(faults.length > 0 && { linesFault: faultsText(faults) }),
  }
}

/** How many days a calendar adds to the one before, and how many it opens again. */
export function calendarChanges(
  calendar: TenantCalendar,
  before: TenantCalendar,
): { added: number; removed: number } {
  const [now, then] = [calendar, before].map(({ closedDays }) => new Set(closedDays.map(({ date }) => date)))
  if (now === undefined || then === undefined) return { added: 0, removed: 0 }
  return { added: now.difference(then).size, removed: then.difference(now).size }
}

/** '2 closed days from 26 Nov 2026, known until 31 Dec 2026.' */
export function calendarSpan(calendar: TenantCalendar): string {
  const count = calendar.closedDays.length
  const from = formatIsoDay(calendar.closedDays[0]?.date ?? '')
  return t('CalendarsDialog.span', { count, from, until: formatIsoDay(knownUntil(calendar)) })
}

/**
 * What is no longer known without a calendar; weekends stay closed.
 *
 * @example
 * removalEffects(usd, '2026-11-20') // ['Thu 26 Nov becomes a business day again.', 'Dates in USD are then checked …']
 */
export function removalEffects({ currency, closedDays }: TenantCalendar, today: string): string[] {
  const weekends = calendarOf(currency, [])
  const ahead = closedDays.filter(({ date }) => date >= today && closureOf(date, weekends) === undefined)
  const [first] = ahead
  return [
    first === undefined
      ? t('CalendarsDialog.reopens_none')
      : t('CalendarsDialog.reopens', { count: ahead.length, day: formatIsoDay(first.date) }),
    t('CalendarsDialog.remove_effect', { currency }),
  ]
}

/** The last day that a calendar knows. */
export function knownUntil(calendar: TenantCalendar): string {
  const found = calendarOf(calendar.currency, [calendar])
  return found.kind === 'TENANT' ? found.until : ''
}
