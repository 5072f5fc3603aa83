import { DEFAULT_PAGE_SIZE, PAGE_SIZES, type Sort, type TableState } from './TableState.ts'

/** The search part of an address: each key once, or several times for a list. */
export type UrlSearch = Readonly<Record<string, string | readonly string[] | undefined>>

const first = (value: UrlSearch[string]): string | undefined =>
  typeof value === 'string' ? value : value?.[0]
const list = (value: UrlSearch[string]): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value

/**
 * The table's state in an address. What an address says wrongly is left out, so that an old or edited link still
 * opens. `tableStateOf({ page: '2', sort: '-quantity', status: 'PENDING' }, ['status'])`
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
    selected: first(search.row),
  }
}

/** The shortest address of a state: what is as always is not said. */
export function searchOfTable(state: TableState): UrlSearch {
  return {
    ...state.filters,
    ...(state.search !== '' && { q: state.search }),
    ...(state.sort && { sort: `${state.sort.order === 'desc' ? '-' : ''}${state.sort.column}` }),
    ...(state.page > 1 && { page: String(state.page) }),
    ...(state.itemsPerPage !== DEFAULT_PAGE_SIZE && { items: String(state.itemsPerPage) }),
    ...(state.selected !== undefined && { row: state.selected }),
  }
}

function sortOf(text: string | undefined): Sort | undefined {
  if (text === undefined || !/^-?[A-Za-z][A-Za-z0-9]{0,40}$/.test(text)) return undefined
  return text.startsWith('-') ? { column: text.slice(1), order: 'desc' } : { column: text, order: 'asc' }
}
