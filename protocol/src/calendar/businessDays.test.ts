import { expect, it } from 'vitest'
import {
  businessDayFrom,
  businessDaysBefore,
  businessDayUntil,
  closedBecause,
  easterSunday,
  termEnd,
} from './businessDays.ts'

it.each([
  ['2026-11-21', 'weekend'],
  ['2026-11-22', 'weekend'],
  ['2027-01-01', 'newYear'],
  ['2026-04-03', 'goodFriday'],
  ['2026-04-06', 'easterMonday'],
  ['2026-05-01', 'laborDay'],
  ['2026-12-25', 'christmas'],
  ['2028-12-26', 'christmasHoliday'],
])('D27: knows that TARGET is closed on %s: %s', (day, because) => {
  expect(closedBecause(day)).toBe(because)
})

it('D27: takes every other day for a business day, also a holiday of one country', () => {
  for (const day of ['2026-11-23', '2026-12-24', '2026-04-02', '2026-05-14', '2028-10-03', '2030-04-23'])
    expect(closedBecause(day)).toBeUndefined()
})

it('D27: goes on to the first business day, over a weekend and over Easter', () => {
  expect(businessDayFrom('2026-11-23')).toBe('2026-11-23')
  expect(businessDayFrom('2026-11-21')).toBe('2026-11-23')
  expect(businessDayFrom('2026-04-03')).toBe('2026-04-07')
  expect(businessDayFrom('2026-12-25')).toBe('2026-12-28')
})

it('D27: goes back to the last business day, over a weekend and over Easter', () => {
  expect(businessDayUntil('2026-11-23')).toBe('2026-11-23')
  expect(businessDayUntil('2026-11-22')).toBe('2026-11-20')
  expect(businessDayUntil('2026-04-06')).toBe('2026-04-02')
})

it('D27: knows the Easter of every year, the earliest and the latest among them', () => {
  const known = {
    1818: '03-22',
    1943: '04-25',
    2024: '03-31',
    2025: '04-20',
    2026: '04-05',
    2027: '03-28',
    2038: '04-25',
  }
  for (const [year, day] of Object.entries(known)) expect(easterSunday(Number(year))).toBe(`${year}-${day}`)
})

it('goes back over weekends and holidays to the business day before', () => {
  expect(businessDaysBefore('2026-11-23', 0)).toBe('2026-11-23')
  expect(businessDaysBefore('2026-11-23', 1)).toBe('2026-11-20')
  expect(businessDaysBefore('2026-12-28', 2)).toBe('2026-12-23')
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
  expect(termEnd(start, term)).toBe(end)
})
