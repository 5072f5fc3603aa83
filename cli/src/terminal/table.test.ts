import { expect, test } from 'vitest'
import { fieldList, table } from './table.ts'

const columns = [
  { title: 'Name', of: (row: { name: string; quantity: string }) => row.name },
  { title: 'Quantity', of: (row: { quantity: string }) => row.quantity, isRight: true },
]

test('D4: text of other tenants can neither move the cursor nor change the direction of reading', () => {
  const name = 'a\u001b[2J\r\u202eb\u0007'
  const shown = table([{ name, quantity: '1' }], columns, '')
  expect(shown).toContain('a�[2J��b�')
  expect(fieldList([['Name', name]])).toBe('Name  a�[2J��b�')
})

test('an empty table is a sentence', () => {
  expect(table([], columns, 'Nothing is held.')).toBe('Nothing is held.')
})

test('columns align with their titles, quantities to the right', () => {
  const rows = [
    { name: 'Rhône Capital', quantity: '1,000.00' },
    { name: 'B', quantity: '20.50' },
  ]
  expect(table(rows, columns, '').split('\n')).toEqual([
    'Name           Quantity',
    'Rhône Capital  1,000.00',
    'B                 20.50',
  ])
})
