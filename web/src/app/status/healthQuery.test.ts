import { expect, it } from 'vitest'
import { ageOf } from './healthQuery.ts'

it('counts a block ahead of this machine’s clock as new', () => {
  expect(ageOf(-3)).toEqual({ unit: 'seconds', count: 0 })
})

it('names an age in its largest whole unit', () => {
  expect(ageOf(59.9)).toEqual({ unit: 'seconds', count: 59 })
  expect(ageOf(60)).toEqual({ unit: 'minutes', count: 1 })
  expect(ageOf(7_199)).toEqual({ unit: 'hours', count: 1 })
  expect(ageOf(200_000)).toEqual({ unit: 'days', count: 2 })
})
