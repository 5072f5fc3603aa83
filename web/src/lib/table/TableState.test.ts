import { describe, expect, it } from 'vitest'
import { initialTableState, searchOfTable, tableStateOf } from './TableState.ts'

describe('tableStateOf', () => {
  it('leaves out what an address says wrongly', () => {
    const search = { page: '-3', items: '7', sort: 'a b', unknown: 'x', status: [] }
    expect(tableStateOf(search, ['status'])).toEqual(initialTableState)
  })

  it('reads page, size, sort, search, filters and row', () => {
    const search = {
      page: '3',
      items: '100',
      sort: '-quantity',
      q: 'DE00',
      status: ['PENDING', 'SETTLED'],
      row: '0x1',
    }
    expect(tableStateOf(search, ['status'])).toEqual({
      page: 3,
      itemsPerPage: 100,
      sort: { column: 'quantity', order: 'desc' },
      search: 'DE00',
      filters: { status: ['PENDING', 'SETTLED'] },
      openRowId: '0x1',
    })
  })
})

describe('searchOfTable', () => {
  it('says nothing about what is as usual', () => {
    expect(searchOfTable(initialTableState)).toEqual({})
  })

  it('is read back as it was', () => {
    const state = {
      ...initialTableState,
      page: 2,
      sort: { column: 'status', order: 'asc' as const },
      filters: { type: ['REPO'] },
      openRowId: '0x2',
    }
    expect(tableStateOf(searchOfTable(state), ['type'])).toEqual(state)
  })
})
