// The state of a table, which the address contains. The route owns it; the table only proposes the next one.

export type Sort = { column: string; order: 'asc' | 'desc' }

export type TableState = {
  /** From 1. */
  page: number
  itemsPerPage: number
  sort: Sort | undefined
  search: string
  /** The filter values by column id. */
  filters: Readonly<Record<string, readonly string[]>>
  /** The row whose panel is open. */
  openRowId: string | undefined
}

export const PAGE_SIZES = [10, 25, 50, 100, 250, 500] as const
const DEFAULT_PAGE_SIZE = 50

export const initialTableState: TableState = {
  page: 1,
  itemsPerPage: DEFAULT_PAGE_SIZE,
  sort: undefined,
  search: '',
  filters: {},
  openRowId: undefined,
}

/** A changed query: it starts at its first page, with no row open. */
export const withFirstPage = (state: TableState, change: Partial<TableState>): TableState => ({
  ...state,
  ...change,
  page: 1,
  openRowId: undefined,
})

/** `withFilter(state, 'status', [])` removes the column's filter. */
export function withFilter(state: TableState, column: string, values: readonly string[]): TableState {
  const { [column]: _, ...others } = state.filters
  return withFirstPage(state, { filters: values.length === 0 ? others : { ...others, [column]: values } })
}

/** The query string of an address: each key once, or several times for a list. */
export type UrlSearch = Readonly<Record<string, string | readonly string[] | undefined>>

const first = (value: UrlSearch[string]): string | undefined =>
  typeof value === 'string' ? value : value?.[0]
const list = (value: UrlSearch[string]): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value

/**
 * The table's state in an address. Invalid parts are left out, so that an old or edited link still opens.
 * `tableStateOf({ page: '2', sort: '-quantity', status: 'PENDING' }, ['status'])`
 */
export function tableStateOf(search: UrlSearch, filterIds: readonly string[]): TableState {
  const page = Number(first(search.page))
  const itemsPerPage = Number(first(search.items))
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    itemsPerPage: PAGE_SIZES.find((size) => size === itemsPerPage) ?? DEFAULT_PAGE_SIZE,
    sort: sortOf(first(search.sort)),
    search: first(search.q)?.slice(0, 200) ?? '',
    filters: Object.fromEntries(
      filterIds
        .map((id) => [id, list(search[id]).slice(0, 50)] as const)
        .filter(([, values]) => values.length > 0),
    ),
    openRowId: first(search.row),
  }
}

/** The shortest address of a state: defaults are left out. */
export function searchOfTable(state: TableState): UrlSearch {
  return {
    ...state.filters,
    ...(state.search !== '' && { q: state.search }),
    ...(state.sort && { sort: `${state.sort.order === 'desc' ? '-' : ''}${state.sort.column}` }),
    ...(state.page > 1 && { page: String(state.page) }),
    ...(state.itemsPerPage !== DEFAULT_PAGE_SIZE && { items: String(state.itemsPerPage) }),
    ...(state.openRowId !== undefined && { row: state.openRowId }),
  }
}

function sortOf(text: string | undefined): Sort | undefined {
  if (text === undefined || !/^-?[A-Za-z][A-Za-z0-9]{0,40}$/.test(text)) return undefined
  return text.startsWith('-') ? { column: text.slice(1), order: 'desc' } : { column: text, order: 'asc' }
}
