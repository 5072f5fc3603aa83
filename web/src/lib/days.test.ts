import { expect, it } from 'vitest'
import { daysFrom } from './days.ts'

it('counts over the ends of months, years and leap days', () => {
  expect(daysFrom('2026-12-31', 1)).toBe('2027-01-01')
  expect(daysFrom('2028-03-01', -1)).toBe('2028-02-29')
})
