import { describe, expect, it } from 'vitest'
import type { Column } from './Column.ts'
import { pageLocally } from './pageLocally.ts'
import { initialTableState } from './TableState.ts'

type Row = { name: string; state: string; quantity: bigint }

const rows: Row[] = [
  { name: 'Fund 10', state: 'open', quantity: 5n },
  { name: 'fund 9', state: 'closed', quantity: 40n },
  { name: 'Bond', state: 'open', quantity: 300n },
]
const columns: Column<Row>[] = [
  { id: 'name', header: 'Name', width: 1, text: (row) => row.name },
  {
    id: 'state',
    header: 'State',
    width: 1,
    text: (row) => row.state,
    filter: { kind: 'choice', options: [] },
  },
  {
    id: 'quantity',
    header: 'Quantity',
    width: 1,
    text: (row) => String(row.quantity),
    compare: (one, other) => Number(one.quantity - other.quantity),
  },
]
const names = (state: Partial<typeof initialTableState>) =>
  pageLocally(rows, columns, { ...initialTableState, ...state }).items.map((row) => row.name)

describe('pageLocally', () => {
  it('finds nothing where nothing matches', () => {
    expect(names({ search: 'share' })).toEqual([])
  })

  it('searches every column, whatever the case', () => {
    expect(names({ search: 'FUND' })).toEqual(['Fund 10', 'fund 9'])
    const rhone = [{ name: 'Rhône', state: '', quantity: 0n }]
    expect(pageLocally(rhone, columns, { ...initialTableState, search: 'rhone' }).items).toEqual(rhone)
  })

  it('filters a choice by its exact value', () => {
    expect(names({ filters: { state: ['open'] } })).toEqual(['Fund 10', 'Bond'])
  })

  it('sorts words with their numbers as numbers', () => {
    expect(names({ sort: { column: 'name', order: 'asc' } })).toEqual(['Bond', 'fund 9', 'Fund 10'])
  })

  it('sorts quantities by their size', () => {
    expect(names({ sort: { column: 'quantity', order: 'desc' } })).toEqual(['Bond', 'fund 9', 'Fund 10'])
  })

  it('cuts the page and counts all', () => {
    const page = pageLocally(rows, columns, { ...initialTableState, page: 2, itemsPerPage: 2 })
    expect(page).toEqual({ items: [rows[2]], totalItemCount: 3 })
  })
})
