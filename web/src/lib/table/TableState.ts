// What a table shows, as its address says it. The route owns it; the table only proposes the next one.

export type Sort = { column: string; order: 'asc' | 'desc' }

export type TableState = {
  /** From 1. */
  page: number
  itemsPerPage: number
  sort: Sort | undefined
  search: string
  /** From a column's id to the values that are wanted. */
  filters: Readonly<Record<string, readonly string[]>>
  /** The row whose panel is open. */
  selected: string | undefined
}

export const PAGE_SIZES = [10, 25, 50, 100, 250, 500] as const
export const DEFAULT_PAGE_SIZE = 50

export const initialTableState: TableState = {
  page: 1,
  itemsPerPage: DEFAULT_PAGE_SIZE,
  sort: undefined,
  search: '',
  filters: {},
  selected: undefined,
}

/** Another question, so the answer is read from its first page, and no row of the old one stays open. */
export const askAnew = (state: TableState, change: Partial<TableState>): TableState => ({
  ...state,
  ...change,
  page: 1,
  selected: undefined,
})

/** `withFilter(state, 'status', [])` takes the column's filter away. */
export function withFilter(state: TableState, column: string, values: readonly string[]): TableState {
  const { [column]: _, ...others } = state.filters
  return askAnew(state, { filters: values.length === 0 ? others : { ...others, [column]: values } })
}
