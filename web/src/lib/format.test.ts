import { expect, it } from 'vitest'
import { listText, thousandthsOf } from './format.ts'

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

it.each([
  [['Fjord Advisory'], 'Fjord Advisory'],
  [['Fjord Advisory', 'Rhône Capital'], 'Fjord Advisory and Rhône Capital'],
  [['Alpenbank', 'Fjord Advisory', 'Rhône Capital'], 'Alpenbank, Fjord Advisory and Rhône Capital'],
])('%j reads as a list in a sentence', (texts, expected) => {
  expect(listText(texts)).toBe(expected)
})
