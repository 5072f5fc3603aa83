import { expect, it } from 'vitest'
import { placeAfter } from './useCellFocus.ts'

const size = { rows: 3, columns: 5 }

it('leaves other keys to the grid', () => {
  expect(placeAfter('Enter', { row: 0, column: 0 }, size, 'row')).toBeUndefined()
})

it.each([
  ['ArrowUp', { row: 0, column: 2 }],
  ['ArrowDown', { row: 1, column: 2 }],
  ['ArrowLeft', { row: 0, column: 1 }],
  ['ArrowRight', { row: 0, column: 3 }],
])('%s moves to the next cell, and not past the edge', (key, next) => {
  expect(placeAfter(key, { row: 0, column: 2 }, size, 'row')).toEqual(next)
})

it('goes to the ends of the row, or of the column', () => {
  const place = { row: 1, column: 2 }
  expect(placeAfter('End', place, size, 'row')).toEqual({ row: 1, column: 4 })
  expect(placeAfter('Home', place, size, 'column')).toEqual({ row: 0, column: 2 })
})

it('finds the nearest cell once the grid has become smaller', () => {
  expect(placeAfter('ArrowRight', { row: 9, column: 9 }, size, 'row')).toEqual({ row: 2, column: 4 })
})
