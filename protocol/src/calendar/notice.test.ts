import { describe, expect, it } from 'vitest'
import { businessDayFrom, businessDaysAfter } from './businessDays.ts'
import { TARGET } from './calendar.ts'
import { plusDays } from './days.ts'
import { noticeDate } from './notice.ts'
import type { NoticeTerms } from './notice.ts'
import { calendarOf } from './tenantCalendar.ts'

const extendable = (endDate: string, noticeDays: number): NoticeTerms => ({
  termType: 'EXTENDABLE',
  endDate,
  noticeDays,
})
const evergreen = (noticeDays: number): NoticeTerms => ({ termType: 'EVERGREEN', endDate: null, noticeDays })
const dateOf = (terms: NoticeTerms, today = '2026-11-23', calendar = TARGET) =>
  noticeDate(terms, today, calendar)?.date

describe('no date has', () => {
  it.each<[string, NoticeTerms]>([
    ['a deal without days of notice', extendable('2026-12-31', 0)],
    ['a fixed deal, which ends anyway', { termType: 'FIXED', endDate: '2026-12-31', noticeDays: 2 }],
    [
      'an open deal, which can end on any day after notice',
      { termType: 'OPEN', endDate: null, noticeDays: 2 },
    ],
    ['an open deal whose end notice has set', { termType: 'OPEN', endDate: '2026-12-31', noticeDays: 2 }],
    ['an evergreen deal whose end notice has set', { ...evergreen(35), endDate: '2026-12-31' }],
    ['an extendable deal without an end', { termType: 'EXTENDABLE', endDate: null, noticeDays: 2 }],
  ])('%s', (_, terms) => {
    expect(noticeDate(terms, '2026-11-23', TARGET)).toBeUndefined()
  })
})

it.each([
  ['over a weekend', '2026-11-30', 1, '2026-11-27'],
  ['over Good Friday and Easter Monday', '2027-03-30', 1, '2027-03-25'],
  ['of an end on Good Friday, as of the business day before', '2027-03-26', 1, '2027-03-24'],
  ['of an end on a Saturday, as of the Friday before', '2026-11-28', 2, '2026-11-25'],
  ['over the end of a year', '2027-01-04', 2, '2026-12-30'],
  ['over 29 February', '2028-03-01', 2, '2028-02-28'],
  ['of 29 February', '2028-02-29', 1, '2028-02-28'],
])('the last day of notice %s', (_, end, days, date) => {
  expect(noticeDate(extendable(end, days), '2026-11-23', TARGET)).toEqual({ kind: 'NOTICE', date })
})

it.each([
  ['of 35 days over the end of a year', '2026-11-23', 35, '2027-01-13'],
  ['over Easter', '2027-03-25', 1, '2027-03-30'],
  ['if today is Good Friday, as if notice was given on the next business day', '2027-03-26', 1, '2027-03-31'],
  ['if today is a Sunday', '2026-11-22', 1, '2026-11-24'],
  ['on 29 February', '2028-02-28', 1, '2028-02-29'],
])('the earliest end of an evergreen deal %s', (_, today, days, date) => {
  expect(noticeDate(evergreen(days), today, TARGET)).toEqual({ kind: 'EVERGREEN', date })
})

it('counts by the calendar of the cash, and without one by weekends', () => {
  const dollars = calendarOf('USD', [{ currency: 'USD', closedDays: [{ date: '2026-11-26' }] }])
  expect(dateOf(extendable('2026-11-27', 1), undefined, dollars)).toBe('2026-11-25')
  expect(dateOf(extendable('2027-03-29', 1), undefined, calendarOf('USD', []))).toBe('2027-03-26')
  expect(dateOf(evergreen(1), '2026-11-25', dollars)).toBe('2026-11-27')
})

it('notice on the last day is early enough, and on the next business day too late: 1,000 ends', () => {
  for (let n = 0; n < 1000; n += 1) {
    const end = plusDays('2026-11-23', n)
    const days = 1 + (n % 7)
    const last = dateOf(extendable(end, days)) ?? ''
    expect([end, (dateOf(evergreen(days), last) ?? '') <= end]).toEqual([end, true])
    const next = businessDaysAfter(last, 1, TARGET)
    expect([end, (dateOf(evergreen(days), next) ?? '') > end]).toEqual([end, true])
    expect(businessDayFrom(last, TARGET)).toBe(last)
  }
})
