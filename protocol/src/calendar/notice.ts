// When a deal ends by notice: until when it can be given, and how early an evergreen deal ends.
import type { TermType } from '../terms/loanTerms.ts'
import type { IsoDate } from '../terms/repoTerms.ts'
import { businessDayFrom, businessDaysAfter, businessDaysBefore, businessDayUntil } from './businessDays.ts'
import type { Calendar } from './calendar.ts'

/** Of a deal, after its amendments. */
export type NoticeTerms = { termType: TermType; endDate: IsoDate | null; noticeDays: number }

export type NoticeDate = { kind: 'NOTICE' | 'EVERGREEN'; date: IsoDate }

/**
 * NOTICE: the last day to give notice, so that an extendable deal ends on its end date. EVERGREEN: the end of an evergreen deal if notice is
 * given today. No other deal has such a date: a fixed one ends without notice, an open one can end after notice on any day, and the end of an
 * evergreen one is only set by notice. Closed days do not count: notice on one counts as given on the next business day.
 *
 * @example
 * noticeDate({ termType: 'EXTENDABLE', endDate: '2027-03-30', noticeDays: 2 }, '2027-03-01', TARGET) // { kind: 'NOTICE', date: '2027-03-24' }
 */
export function noticeDate(
  { termType, endDate, noticeDays }: NoticeTerms,
  today: IsoDate,
  calendar: Calendar,
): NoticeDate | undefined {
  if (noticeDays === 0) return undefined
  if (termType === 'EXTENDABLE' && endDate !== null) {
    const date = businessDaysBefore(businessDayUntil(endDate, calendar), noticeDays, calendar)
    return { kind: 'NOTICE', date }
  }
  if (termType === 'EVERGREEN' && endDate === null) {
    const date = businessDaysAfter(businessDayFrom(today, calendar), noticeDays, calendar)
    return { kind: 'EVERGREEN', date }
  }
  return undefined
}
