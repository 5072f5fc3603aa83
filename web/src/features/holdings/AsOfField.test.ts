import { expect, it } from 'vitest'
import { todayUtc } from '../../lib/format.ts'
import { asOfDay } from './AsOfField.tsx'

it.each([undefined, '', 'yesterday', '2026-13-40', '9999-01-01'])('%j is not a past day', (day) => {
  expect(asOfDay(day)).toEqual({})
})

it('asks for no time where the day is today', () => {
  expect(asOfDay(todayUtc())).toEqual({})
})

it('is the last second of the day, UTC', () => {
  expect(asOfDay('2024-02-29')).toEqual({ asOfTime: Date.UTC(2024, 1, 29, 23, 59, 59) / 1000 })
})
