// A table's page from the server.
import { SEARCH_MINIMUM, type Page, type Paging } from '@connex/protocol'
import { everyPage } from '@connex/sdk'
import { keepPreviousData, useQuery, type FetchStatus } from '@tanstack/react-query'
import { readFailureText, type ErrorText } from '../lib/errorText.ts'
import type { Column } from '../lib/table/Column.ts'
import { conditionsOf } from '../lib/table/filterValue.ts'
import type { TableState } from '../lib/table/TableState.ts'
import { pausedTable } from '../messages/en/table/pausedTable.ts'
import { addMessages, t } from '../messages/t.ts'
import type { TableAnswer } from '../ui/table/DataTable.tsx'

addMessages(pausedTable)

type ListQuery<Row> = {
  /** Begins with the topic that makes the answer stale. */
  queryKey: readonly unknown[]
  /** The page of the table's state, or another page of the same list. */
  list: (signal: AbortSignal, page?: { page: number; itemsPerPage: number }) => Promise<Page<Row>>
  /** The title of a failure. */
  failure: string
}

/** Reads the table's page, and keeps the previous one on the screen meanwhile. */
export function useTableQuery<Row>({ queryKey, list, failure }: ListQuery<Row>): TableAnswer<Row> {
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => list(signal),
    placeholderData: keepPreviousData,
  })
  return tableAnswerOf(query, { list, failure })
}

type TableQuery<Row> = {
  data: Page<Row> | undefined
  error: unknown
  fetchStatus: FetchStatus
  isFetching: boolean
  isPlaceholderData: boolean
  refetch: () => Promise<unknown>
}

/** The state of a list's query, as the table shows it. */
export const tableAnswerOf = <Row>(
  query: TableQuery<Row>,
  { list, failure }: Omit<ListQuery<Row>, 'queryKey'>,
): TableAnswer<Row> => ({
  page: query.data,
  error: failureOf(query, failure),
  isRefreshing: query.isFetching && query.data !== undefined,
  isStale: query.isPlaceholderData,
  onRetry: () => void query.refetch(),
  readAll: (signal) => everyPage((page) => list(signal, page)),
})

/** Why a query has no new answer; `title` says what could not be read. */
export function failureOf(
  { error, fetchStatus }: Pick<TableQuery<never>, 'error' | 'fetchStatus'>,
  title: string,
): ErrorText | undefined {
  if (error !== null) return readFailureText(error, title)
  return fetchStatus === 'paused' ? offlineText() : undefined
}

/** Queries pause while the browser is offline, and continue automatically. */
const offlineText = (): ErrorText => ({
  title: t('Table.offline'),
  consequence: t('Table.offline_consequence'),
  advice: t('Table.offline_advice'),
  code: undefined,
})

/** The part of a table's state that every list of the server understands. A search that is too short is left out. */
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
