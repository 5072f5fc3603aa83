import { expect, it } from 'vitest'
import { formatMonth, formatWeekday } from './dayText.ts'

it('writes a day without its year, and a month with it', () => {
  expect(formatWeekday('2026-11-23')).toBe('Mon 23 Nov')
  expect(formatMonth('2027-01-01')).toBe('January 2027')
})
