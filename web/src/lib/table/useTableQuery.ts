import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TableAnswer } from '../../ui/table/DataTable.tsx'
import { readFailureWords } from '../errorWords.ts'
import type { TablePage } from './pageLocally.ts'

type Question<Row> = {
  /** Begins with the topic that makes the answer old. */
  queryKey: readonly unknown[]
  queryFn: (signal: AbortSignal) => Promise<TablePage<Row>>
  /** What could not be read, where it fails. */
  failure: string
}

/** A table's page from the server. The page before stays while the next one is on its way. */
export function useTableQuery<Row>({ queryKey, queryFn, failure }: Question<Row>): TableAnswer<Row> {
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => queryFn(signal),
    placeholderData: keepPreviousData,
  })
  return {
    page: query.data,
    error: query.error === null ? undefined : readFailureWords(query.error, failure),
    isRefreshing: query.isFetching && query.data !== undefined,
    isFormer: query.isPlaceholderData,
    onRetry: () => void query.refetch(),
  }
}
