import { describe, expect, it } from 'vitest'
import { businessDayFrom, businessDaysAfter, businessDaysBefore, businessDayUntil } from './businessDays.ts'
import { closureOf, TARGET } from './calendar.ts'
import { gapOf } from './calendarText.ts'
import { easterSunday } from './target.ts'
import { calendarOf } from './tenantCalendar.ts'
import { termEnd, USUAL_TERMS } from './usualTerms.ts'
import type { ClosedDay } from './tenantCalendar.ts'

const dollars = (...days: (string | ClosedDay)[]) =>
  calendarOf('USD', [
    { currency: 'USD', closedDays: days.map((day) => (typeof day === 'string' ? { date: day } : day)) },
  ])

it.each([
  ['2027-01-01', 'New Year’s Day'],
  ['2026-04-03', 'Good Friday'],
  ['2027-03-26', 'Good Friday'],
  ['2026-04-06', 'Easter Monday'],
  ['2026-05-01', 'Labor Day'],
  ['2026-12-25', 'Christmas Day'],
  ['2028-12-26', '26 December'],
])('D27: knows that TARGET is closed on %s: %s', (day, name) => {
  expect(closureOf(day, TARGET)).toEqual({ kind: 'holiday', name })
})

it('D27: takes every other day for a business day, also a holiday of one country', () => {
  for (const day of ['2026-11-23', '2026-12-24', '2026-04-02', '2026-05-14', '2028-10-03', '2030-04-23'])
    expect(closureOf(day, TARGET)).toBeUndefined()
  for (const day of ['2026-11-21', '2026-11-22']) expect(closureOf(day, TARGET)).toEqual({ kind: 'weekend' })
})

it('D27: goes on to the first business day, over a weekend and over Easter', () => {
  expect(businessDayFrom('2026-11-23', TARGET)).toBe('2026-11-23')
  expect(businessDayFrom('2026-11-21', TARGET)).toBe('2026-11-23')
  expect(businessDayFrom('2026-04-03', TARGET)).toBe('2026-04-07')
  expect(businessDayFrom('2026-12-25', TARGET)).toBe('2026-12-28')
})

it('D27: goes back to the last business day, over a weekend and over Easter', () => {
  expect(businessDayUntil('2026-11-23', TARGET)).toBe('2026-11-23')
  expect(businessDayUntil('2026-11-22', TARGET)).toBe('2026-11-20')
  expect(businessDayUntil('2026-04-06', TARGET)).toBe('2026-04-02')
})

it('D27: knows the Easter of every year, the earliest and the latest among them', () => {
  const known = {
    1700: '04-11',
    1818: '03-22',
    1899: '04-02',
    1900: '04-15',
    1943: '04-25',
    2024: '03-31',
    2025: '04-20',
    2026: '04-05',
    2027: '03-28',
    2038: '04-25',
    2049: '04-18',
    2100: '03-28',
    2200: '04-06',
    2285: '03-22',
    2299: '04-16',
    2400: '04-16',
  }
  for (const [year, day] of Object.entries(known)) expect(easterSunday(Number(year))).toBe(`${year}-${day}`)
})

it('goes back over weekends and holidays to the business day before', () => {
  expect(businessDaysBefore('2026-11-23', 0, TARGET)).toBe('2026-11-23')
  expect(businessDaysBefore('2026-11-23', 1, TARGET)).toBe('2026-11-20')
  expect(businessDaysBefore('2026-12-28', 2, TARGET)).toBe('2026-12-23')
})

it('goes on over weekends and holidays to the business day after', () => {
  expect(businessDaysAfter('2026-11-20', 0, TARGET)).toBe('2026-11-20')
  expect(businessDaysAfter('2026-11-20', 1, TARGET)).toBe('2026-11-23')
  expect(businessDaysAfter('2026-12-30', 2, TARGET)).toBe('2027-01-04')
})

it.each([
  ['2026-11-23', 'O/N', '2026-11-24'],
  ['2026-11-27', 'O/N', '2026-11-30'],
  ['2026-12-24', 'O/N', '2026-12-28'],
  ['2026-11-23', '1W', '2026-11-30'],
  ['2026-12-18', '1W', '2026-12-28'],
  ['2026-11-23', '2W', '2026-12-07'],
  ['2026-11-23', '1M', '2026-12-23'],
  ['2026-11-23', '3M', '2027-02-23'],
  // 28 February 2027 is a Sunday, and the next business day lies in March.
  ['2026-11-30', '3M', '2027-02-26'],
  ['2027-01-31', '1M', '2027-02-26'],
  ['2028-01-31', '1M', '2028-02-29'],
  ['2026-12-02', '1M', '2027-01-04'],
] as const)('a term from %s of %s ends on the business day %s', (start, term, end) => {
  expect(termEnd(start, term, TARGET)).toBe(end)
})

describe('the calendar of a tenant', () => {
  it('closes Thanksgiving, which a currency without a calendar and TARGET take for a business day', () => {
    const calendar = dollars({ date: '2026-11-26', name: 'Thanksgiving' }, '2026-12-25')
    expect(closureOf('2026-11-26', calendar)).toEqual({ kind: 'holiday', name: 'Thanksgiving' })
    expect(closureOf('2026-12-25', calendar)).toEqual({ kind: 'holiday', name: undefined })
    expect(termEnd('2026-11-25', 'O/N', calendar)).toBe('2026-11-27')
    const unknown = calendarOf('USD', [])
    expect(termEnd('2026-11-25', 'O/N', unknown)).toBe('2026-11-26')
    expect(gapOf('2026-11-26', unknown)).toBe('missing')
    expect(closureOf('2026-11-26', TARGET)).toBeUndefined()
  })

  it('is open on the holidays of TARGET that it does not list', () => {
    expect(closureOf('2027-03-26', dollars('2027-11-25'))).toBeUndefined()
    expect(closureOf('2027-03-27', dollars('2027-11-25'))).toEqual({ kind: 'weekend' })
  })

  it('says where it ends and begins, so that a day beyond is not taken for a known one', () => {
    const listed = dollars('2026-11-26', '2026-07-03')
    expect(['2025-12-31', '2026-01-01', '2026-11-26', '2026-11-27'].map((day) => gapOf(day, listed))).toEqual(
      ['before', undefined, undefined, 'after'],
    )
    const complete = calendarOf('USD', [
      { currency: 'USD', completeUntil: '2026-12-31', closedDays: [{ date: '2026-11-26' }] },
    ])
    expect(['2026-12-31', '2027-01-04'].map((day) => gapOf(day, complete))).toEqual([undefined, 'after'])
    expect(closureOf('2027-11-25', complete)).toBeUndefined()
  })

  it('a month from the end of a month that falls on a holiday ends before it, in the same month', () => {
    expect(termEnd('2027-03-31', '3M', dollars('2027-06-30'))).toBe('2027-06-29')
    expect(termEnd('2026-12-31', '1M', dollars('2027-01-29'))).toBe('2027-01-28')
    expect(termEnd('2027-01-29', '1M', dollars('2027-02-26'))).toBe('2027-02-25')
    expect(termEnd('2027-03-31', '1M', dollars('2027-04-30', '2027-04-29'))).toBe('2027-04-28')
  })

  it('a month without any business day gives the first one after it', () => {
    const february = Array.from({ length: 28 }, (_, index) => `2027-02-${String(index + 1).padStart(2, '0')}`)
    expect(termEnd('2027-01-29', '1M', dollars(...february))).toBe('2027-03-01')
  })

  it('is found by the currency of the deal; without cash it is TARGET', () => {
    const stored = [
      { currency: 'USD' as const, closedDays: [{ date: '2026-11-26' }] },
      { currency: 'GBP' as const, closedDays: [{ date: '2026-12-28' }] },
    ]
    const closedOn = (currency: 'USD' | 'GBP' | 'CHF' | 'EUR' | null) =>
      ['2026-11-26', '2026-12-25', '2026-12-28'].filter(
        (day) => closureOf(day, calendarOf(currency, stored)) !== undefined,
      )
    expect(closedOn('USD')).toEqual(['2026-11-26'])
    expect(closedOn('GBP')).toEqual(['2026-12-28'])
    expect(closedOn('CHF')).toEqual([])
    expect(closedOn('EUR')).toEqual(['2026-12-25'])
    expect(closedOn(null)).toEqual(['2026-12-25'])
  })
})

/** The same days for the same seed. */
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const dayAt = (index: number) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10)
const SEEDS = Array.from({ length: 400 }, (_, seed) => seed)
const monthsLater = (day: string, months: number) => {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 7)
}

it('over many calendars: no proposal is closed, earlier than its term, or in another month', () => {
  for (const seed of SEEDS) {
    const next = random(seed)
    // Up to every third day, so that a closed stretch never fills a month.
    const closed = new Set(Array.from({ length: 1 + next(240) }, () => dayAt(next(730))))
    const calendar = dollars(...closed)
    const isOpen = (day: string) =>
      !closed.has(day) && ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
    const start = dayAt(next(500))
    const from = businessDayFrom(start, calendar)
    const until = businessDayUntil(start, calendar)
    expect([isOpen(from), from >= start, isOpen(until), until <= start], `seed ${seed}`).toEqual(
      Array(4).fill(true),
    )
    for (let index = 0; dayAt(index) < from; index += 1)
      if (dayAt(index) >= start) expect(isOpen(dayAt(index)), `seed ${seed}`).toBe(false)
    for (const term of USUAL_TERMS) {
      const end = termEnd(start, term, calendar)
      expect([isOpen(end), end > start], `seed ${seed}: ${term} from ${start}`).toEqual([true, true])
      const months = term.endsWith('M') ? Number(term.slice(0, 1)) : undefined
      if (months !== undefined) expect(end.slice(0, 7), `seed ${seed}`).toBe(monthsLater(start, months))
    }
  }
})
