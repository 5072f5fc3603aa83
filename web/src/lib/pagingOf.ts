import { SEARCH_MINIMUM, type Paging } from '@connex/protocol'
import type { Column } from './table/Column.ts'
import { conditionsOf } from './table/filterValue.ts'
import type { TableState } from './table/TableState.ts'

/** What of a table's state every list of the server understands. Too short a search is none. */
export function pagingOf<Row>(
  { page, itemsPerPage, sort, search, filters }: TableState,
  columns: readonly Column<Row>[],
): Omit<Paging, 'where'> & { where?: string[] } {
  const where = conditionsOf(columns, filters)
  return {
    page,
    itemsPerPage,
    ...(sort && { sortBy: sort.column, sortOrder: sort.order }),
    ...(search.length >= SEARCH_MINIMUM && { filter: search }),
    ...(where.length > 0 && { where }),
  }
}
