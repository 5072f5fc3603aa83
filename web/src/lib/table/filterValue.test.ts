import { expect, it } from 'vitest'
import type { Column } from './Column.ts'
import { conditionsOf, passesText, splitFilter } from './filterValue.ts'

const text = () => ''
const columns: Column<unknown>[] = [
  { id: 'name', header: 'Name', width: 1, text, filter: { kind: 'text' } },
  { id: 'quantity', header: 'Quantity', width: 1, text, filter: { kind: 'quantity' } },
  { id: 'state', header: 'State', width: 1, text, filter: { kind: 'choice', options: [] } },
  { id: 'plain', header: 'Plain', width: 1, text },
]

it('D21: asks for the days that are meant: of UTC, or of the clock that the user sees', () => {
  const days: Column<unknown>[] = [
    { id: 'due', header: 'Due', width: 1, text, filter: { kind: 'day', zone: 'utc' } },
    { id: 'made', header: 'Made', width: 1, text, filter: { kind: 'day', zone: 'local' } },
  ]
  const due = ['at-least:2026-11-23', 'at-most:2026-11-23']
  expect(conditionsOf(days, { due })).toEqual(['due:at-least:1795392000', 'due:at-most:1795478399'])
  const midnight = new Date(2026, 10, 23).getTime() / 1000
  expect(conditionsOf(days, { made: ['at-least:2026-11-23'] })).toEqual([`made:at-least:${midnight}`])
  expect(conditionsOf(days, { due: ['at-least:2026-02-30', 'is:2026-11-23', 'at-most:'] })).toEqual([])
})

it('asks the server for nothing that an address says wrongly', () => {
  const filters = {
    name: ['at-least:5', 'is:'],
    quantity: ['contains:5', 'at-least:1,000', 'at-most:-1'],
    state: ['PENDING'],
    plain: ['x'],
  }
  expect(conditionsOf(columns, filters)).toEqual([])
})

it('takes what has no operator for contained, colons and all', () => {
  expect(splitFilter('Ref: 7')).toEqual({ operator: 'contains', text: 'Ref: 7' })
})

it('names column, operator and value', () => {
  const filters = { name: ['bank'], quantity: ['at-least:1000.50', 'at-most:9'] }
  expect(conditionsOf(columns, filters)).toEqual([
    'name:contains:bank',
    'quantity:at-least:1000.50',
    'quantity:at-most:9',
  ])
})

it.each([
  ['contains:land', true],
  ['starts:HOL', true],
  ['starts:land', false],
  ['is:holland', true],
  ['is:hol', false],
  ['not:land', false],
  ['not:sea', true],
])('Holland passes %s: %s', (value, passes) => {
  expect(passesText('Holland', value)).toBe(passes)
})

it.each([
  ['contains:rhone', true],
  ['starts:rhô', true],
  ['is:RHONE', true],
  ['is:rhòne', false],
  ['not:rhone', false],
  ['not:loire', true],
])('finds a name with and without its accents: %s', (value, passes) => {
  expect(passesText('Rhône', value)).toBe(passes)
})
