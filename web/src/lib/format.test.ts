import { expect, it } from 'vitest'
import { thousandthsOf } from './format.ts'

it.each([
  ['1,000.000', 3],
  ['1000', 3],
  ['1.00', 3],
  ['1000.000', 3],
  ['1.000', 2],
  ['1.000.000', 3],
  ['', 3],
])('%j, of %i decimals, cannot be taken for thousands', (typed, decimals) => {
  expect(thousandthsOf(typed, decimals)).toBeUndefined()
})

it('what can be taken for thousands is split into whole and thousandths', () => {
  expect(thousandthsOf('1.500', 3)).toEqual({ whole: 1, part: 500 })
  expect(thousandthsOf(' 250.000 ', 3)).toEqual({ whole: 250, part: 0 })
})
