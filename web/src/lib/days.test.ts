import { expect, it } from 'vitest'
import { daysFrom, daysFromTo, mondayOf } from './days.ts'

it('counts over the ends of months, years and leap days', () => {
  expect(daysFrom('2026-12-31', 1)).toBe('2027-01-01')
  expect(daysFrom('2028-03-01', -1)).toBe('2028-02-29')
  expect(daysFromTo('2026-11-23', '2026-12-07')).toBe(14)
})

it.each([
  ['2026-11-23', '2026-11-23'],
  ['2026-11-27', '2026-11-23'],
  ['2026-11-29', '2026-11-23'],
  ['2027-01-01', '2026-12-28'],
])('the week of %s begins on %s', (day, monday) => {
  expect(mondayOf(day)).toBe(monday)
})
