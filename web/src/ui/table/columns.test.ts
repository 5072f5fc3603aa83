import { expect, it } from 'vitest'
import { movedTo, orderedColumns } from './columns.ts'

const columns = ['a', 'b', 'c'].map((id) => ({ id, header: id, width: 1, text: () => id }))

it('moves a column to the place of another, forwards and backwards', () => {
  expect(movedTo(columns, 'a', 'c')).toEqual(['b', 'c', 'a'])
  expect(movedTo(columns, 'c', 'a')).toEqual(['c', 'a', 'b'])
  expect(movedTo(columns, 'a', 'b')).toEqual(['b', 'a', 'c'])
})

it('keeps columns that a stored order does not know, and forgets those that are no more', () => {
  expect(orderedColumns(columns, ['c', 'gone']).map(({ id }) => id)).toEqual(['c', 'a', 'b'])
})
