import { SEARCH_MINIMUM } from '@connex/protocol'
import type { Page, Paging } from '@connex/protocol'
import { everyPage } from '@connex/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { readFailureText } from '../lib/errorText.ts'
import type { ErrorText } from '../lib/errorText.ts'
import type { Column } from '../lib/table/Column.ts'
import type { TableState } from '../lib/table/TableState.ts'
import { conditionsOf } from '../lib/table/filterValue.ts'
import { t } from '../messages/t.ts'
import type { TableAnswer } from '../ui/table/DataTable.tsx'

type ListQuery<Row> = {
  /** Begins with the topic that makes the answer old. */
  queryKey: readonly unknown[]
  /** The page that the table shows, or another one of the same list. */
  list: (signal: AbortSignal, page?: { page: number; itemsPerPage: number }) => Promise<Page<Row>>
  /** What could not be read, where it fails. */
  failure: string
}

/** A table's page from the server. The page before stays while the next one is on its way. */
export function useTableQuery<Row>({ queryKey, list, failure }: ListQuery<Row>): TableAnswer<Row> {
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => list(signal),
    placeholderData: keepPreviousData,
  })
  return {
    page: query.data,
    error:
      query.error !== null
        ? readFailureText(query.error, failure)
        : query.fetchStatus === 'paused'
          ? offlineText()
          : undefined,
    isRefreshing: query.isFetching && query.data !== undefined,
    isStale: query.isPlaceholderData,
    onRetry: () => void query.refetch(),
    readAll: (signal) => everyPage((page) => list(signal, page)),
  }
}

/** Nothing is asked for while the browser says that there is no network; it goes on by itself. */
const offlineText = (): ErrorText => ({
  title: t('Table.offline'),
  consequence: t('Table.offline_consequence'),
  advice: t('Table.offline_advice'),
  code: undefined,
})

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
