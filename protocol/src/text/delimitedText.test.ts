import { expect, it } from 'vitest'
import { cellsOf } from './delimitedText.ts'

it('counts an empty cell wherever it is in its line', () => {
  expect(cellsOf(',b,,d,', ',')).toEqual([['', 'b', '', 'd', '']])
  expect(cellsOf('', ',')).toEqual([['']])
})

it('takes a quoted cell as one, with its separators and quotes', () => {
  expect(cellsOf(' "a, b" ,"say ""yes"""', ',')).toEqual([['a, b', 'say "yes"']])
})

it('reads lines whatever ends them, and passes over the mark before the first', () => {
  expect(cellsOf('\uFEFFa;b\r\nc\td\re', ';\t')).toEqual([['a', 'b'], ['c', 'd'], ['e']])
})
