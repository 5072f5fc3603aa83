import { describe, expect, it } from 'vitest'
import { faultsOf } from '../parsing/faults.ts'
import { readCalendarFile } from './calendarFile.ts'
import { TARGET } from './calendar.ts'
import { closureText, gapText } from './calendarText.ts'
import { calendarOf, sortedCalendar, TenantCalendar } from './tenantCalendar.ts'

const days = (...dates: string[]) => dates.map((date) => ({ date }))

describe('a stored calendar', () => {
  it.each([
    ['EUR', { currency: 'EUR', closedDays: days('2026-11-26') }, 'currency'],
    ['a currency that is none', { currency: 'usd', closedDays: days('2026-11-26') }, 'currency'],
    ['no day', { currency: 'USD', closedDays: [] }, 'closedDays'],
    ['a day that is none', { currency: 'USD', closedDays: days('2026-02-29') }, 'closedDays.0.date'],
    [
      'a day twice',
      { currency: 'USD', closedDays: days('2026-11-26', '2026-12-25', '2026-11-26') },
      'closedDays.2.date',
    ],
    [
      'a day after the last known one',
      { currency: 'USD', completeUntil: '2026-11-30', closedDays: days('2026-12-25') },
      'closedDays.0.date',
    ],
    [
      'an end that is none',
      { currency: 'USD', completeUntil: '2026-13-01', closedDays: days('2026-12-25') },
      'completeUntil',
    ],
    [
      'an empty name',
      { currency: 'USD', closedDays: [{ date: '2026-11-26', name: '' }] },
      'closedDays.0.name',
    ],
    ['more than it has', { currency: 'USD', closedDays: days('2026-11-26'), city: 'New York' }, ''],
  ])('is refused with %s', (_, content, path) => {
    const { error } = TenantCalendar.safeParse(content)
    expect(error && faultsOf(error, content).map((fault) => fault.path)).toEqual([path])
  })

  it('has at most 2,000 days', () => {
    const many = (count: number) =>
      days(
        ...Array.from({ length: count }, (_, index) =>
          new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
        ),
      )
    expect(TenantCalendar.safeParse({ currency: 'USD', closedDays: many(2000) }).success).toBe(true)
    expect(TenantCalendar.safeParse({ currency: 'USD', closedDays: many(2001) }).success).toBe(false)
  })

  it('has its days in order', () => {
    const calendar = { currency: 'USD' as const, closedDays: days('2026-12-25', '2026-11-26') }
    expect(sortedCalendar(calendar).closedDays).toEqual(days('2026-11-26', '2026-12-25'))
  })
})

describe('a file of closed days', () => {
  it('is refused with everything that is wrong, by row and column', () => {
    const text = [
      'date,name',
      '26.11.2026,Thanksgiving',
      '2026-12-25,Christmas',
      '',
      '2026-12-25',
      '2027-01-18,Birthday of Martin Luther King, Jr.',
      `2027-02-15,${'x'.repeat(101)}`,
      ',Good Friday',
    ].join('\n')
    expect(readCalendarFile(text).faults).toEqual([
      { row: 2, column: 'date', message: "The date must be a day such as 2027-11-25, not '26.11.2026'." },
      { row: 5, column: 'date', message: '2026-12-25 is already in row 3: remove one.' },
      { row: 6, column: 'name', message: 'A name that contains a separator must be in quotes.' },
      { row: 7, column: 'name', message: 'The name must have at most 100 characters.' },
      { row: 8, column: 'date', message: "The date must be a day such as 2027-11-25, not ''." },
    ])
  })

  it('is refused without a day', () => {
    for (const text of ['', 'date,name\n', '\n\n'])
      expect(readCalendarFile(text).faults).toMatchObject([{ message: 'There is no day in it.' }])
  })

  it('may come from a spreadsheet: with quotes, semicolons, tabs, carriage returns and a byte order mark', () => {
    const expected = [{ date: '2026-11-26', name: 'Thanksgiving' }, { date: '2026-12-25' }]
    for (const text of [
      '2026-12-25\n2026-11-26,Thanksgiving',
      '\uFEFFDate;Name\r\n2026-12-25;\r\n2026-11-26;"Thanksgiving"\r\n',
      'date\tname\n2026-11-26\tThanksgiving\n2026-12-25\t',
      ' 2026-12-25 , \n "2026-11-26" , "Thanksgiving" ',
    ])
      expect(readCalendarFile(text)).toEqual({ closedDays: expected, faults: [] })
    expect(readCalendarFile('2027-01-18,"King, ""Jr."""').closedDays).toEqual([
      { date: '2027-01-18', name: 'King, "Jr."' },
    ])
  })
})

it('a sentence names the calendar that closes a day, and what the calendar does not know', () => {
  const calendar = calendarOf('USD', [
    { currency: 'USD', completeUntil: '2026-12-31', closedDays: days('2026-11-26') },
  ])
  expect(closureText({ kind: 'weekend' }, calendar)).toBe('Weekend')
  expect(closureText({ kind: 'holiday', name: 'Good Friday' }, TARGET)).toBe('TARGET is closed: Good Friday')
  expect(closureText({ kind: 'holiday', name: 'Thanksgiving' }, calendar)).toBe(
    'Your USD calendar: Thanksgiving',
  )
  expect(closureText({ kind: 'holiday', name: undefined }, calendar)).toBe('Closed in your USD calendar')
  expect(gapText('2026-11-26', calendar)).toBeUndefined()
  expect(gapText('2027-01-04', calendar)).toBe(
    'Your USD calendar ends on 31 Dec 2026: after that only weekends are known.',
  )
  expect(gapText('2025-12-01', calendar)).toBe(
    'Your USD calendar begins on 01 Jan 2026: before that only weekends are known.',
  )
  expect(gapText('2026-11-26', calendarOf('USD', []))).toBe('No calendar for USD: only weekends are known.')
  expect(gapText('2026-11-26', TARGET)).toBeUndefined()
})
