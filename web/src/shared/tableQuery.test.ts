import { ClientError } from '@connex/sdk'
import { describe, expect, it } from 'vitest'
import { app } from '../messages/en/app.ts'
import { addMessages, t } from '../messages/t.ts'
import type { Column } from '../lib/table/Column.ts'
import { initialTableState } from '../lib/table/TableState.ts'
import { pagingOf, tableAnswerOf } from './tableQuery.ts'

addMessages(app)

const columns: Column<string>[] = [
  { id: 'name', header: 'Name', text: (row) => row, width: 100, filter: { kind: 'text' } },
]

describe("the list's parameters", () => {
  it('are page and size alone for a fresh table', () => {
    expect(pagingOf(initialTableState, columns)).toEqual({ page: 1, itemsPerPage: 50 })
  })

  it('contain order, search and conditions', () => {
    const state = {
      ...initialTableState,
      page: 3,
      itemsPerPage: 25,
      sort: { column: 'name', order: 'desc' as const },
      search: 'bal',
      filters: { name: ['starts:B'] },
    }
    expect(pagingOf(state, columns)).toEqual({
      page: 3,
      itemsPerPage: 25,
      sortBy: 'name',
      sortOrder: 'desc',
      filter: 'bal',
      where: ['name:starts:B'],
    })
  })

  it('leave out a search that is too short', () => {
    expect(pagingOf({ ...initialTableState, search: 'ba' }, columns)).not.toHaveProperty('filter')
  })
})

describe("the table's answer", () => {
  const page = { items: ['a'], pageItemCount: 1, totalItemCount: 3 }
  const query = {
    data: page,
    error: null,
    fetchStatus: 'idle' as const,
    isFetching: false,
    isPlaceholderData: false,
    refetch: () => Promise.resolve(),
  }
  const list = (_: AbortSignal, at?: { page: number; itemsPerPage: number }) =>
    Promise.resolve({ items: [`page ${at?.page ?? 0}`], pageItemCount: 1, totalItemCount: 1 })
  const reading = { list, failure: 'Holdings could not be loaded' }

  it('is the page, without an error', () => {
    expect(tableAnswerOf(query, reading)).toMatchObject({
      page,
      error: undefined,
      isRefreshing: false,
      isStale: false,
    })
  })

  it('is refreshing only while there is a page to refresh', () => {
    expect(tableAnswerOf({ ...query, isFetching: true }, reading).isRefreshing).toBe(true)
    expect(tableAnswerOf({ ...query, isFetching: true, data: undefined }, reading).isRefreshing).toBe(false)
  })

  it('is stale while the page answers the query before', () => {
    expect(tableAnswerOf({ ...query, isPlaceholderData: true }, reading).isStale).toBe(true)
  })

  it('carries a failure, with its page', () => {
    const error = new ClientError('unreachable')
    expect(tableAnswerOf({ ...query, error }, reading)).toMatchObject({
      page,
      error: { title: 'Holdings could not be loaded', advice: error.message, code: 'unreachable' },
    })
  })

  it('says that the browser is offline, unless there is another failure', () => {
    const paused = { ...query, fetchStatus: 'paused' as const }
    expect(tableAnswerOf(paused, reading).error).toMatchObject({ title: t('Table.offline'), code: undefined })
    const failed = { ...paused, error: new ClientError('unreachable') }
    expect(tableAnswerOf(failed, reading).error?.code).toBe('unreachable')
  })

  it('reads again, and reads all pages from the first', async () => {
    let count = 0
    const refetch = () => Promise.resolve((count += 1))
    const answer = tableAnswerOf({ ...query, refetch }, reading)
    answer.onRetry?.()
    expect(count).toBe(1)
    expect(await answer.readAll?.(new AbortController().signal)).toEqual(['page 1'])
  })
})
