import { expect, it } from 'vitest'
import { firstDayOf, periodOf, sinceOf } from './period.ts'

it('is this year for an address that has no such period', () => {
  expect(periodOf(undefined)).toBe('year')
  expect(periodOf('decade')).toBe('year')
  expect(periodOf('quarter')).toBe('quarter')
})

it('begins with the first of January or of the month, or ninety days ago', () => {
  expect(firstDayOf('year', '2026-11-23')).toBe('2026-01-01')
  expect(firstDayOf('month', '2026-11-23')).toBe('2026-11-01')
  expect(firstDayOf('quarter', '2026-11-23')).toBe('2026-08-25')
})

it('has no beginning for all time', () => {
  expect(sinceOf('all', '2026-11-23')).toEqual({})
  expect(sinceOf('month', '2026-11-23')).toEqual({ since: Date.UTC(2026, 10, 1) / 1000 })
})
