import { SEARCH_MINIMUM, type Paging } from '@connex/protocol'
import type { TableState } from './table/TableState.ts'

/** What of a table's state every list of the server understands. Too short a search is none. */
export const pagingOf = ({ page, itemsPerPage, sort, search }: TableState): Paging => ({
  page,
  itemsPerPage,
  ...(sort && { sortBy: sort.column, sortOrder: sort.order }),
  ...(search.length >= SEARCH_MINIMUM && { filter: search }),
})
