import type { Page } from '@connex/protocol'
import { everyPage } from '@connex/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TableAnswer } from '../../ui/table/DataTable.tsx'
import { t } from '../../messages/t.ts'
import type { ErrorWords } from '../../ui/feedback/ErrorWords.ts'
import { readFailureWords } from '../errorWords.ts'

type Question<Row> = {
  /** Begins with the topic that makes the answer old. */
  queryKey: readonly unknown[]
  /** The page that the table shows, or another one of the same list. */
  list: (signal: AbortSignal, page?: { page: number; itemsPerPage: number }) => Promise<Page<Row>>
  /** What could not be read, where it fails. */
  failure: string
}

/** A table's page from the server. The page before stays while the next one is on its way. */
export function useTableQuery<Row>({ queryKey, list, failure }: Question<Row>): TableAnswer<Row> {
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => list(signal),
    placeholderData: keepPreviousData,
  })
  return {
    page: query.data,
    error:
      query.error !== null
        ? readFailureWords(query.error, failure)
        : query.fetchStatus === 'paused'
          ? offlineWords()
          : undefined,
    isRefreshing: query.isFetching && query.data !== undefined,
    isFormer: query.isPlaceholderData,
    onRetry: () => void query.refetch(),
    readAll: (signal) => everyPage((page) => list(signal, page)),
  }
}

/** Nothing is asked for while the browser says that there is no network; it goes on by itself. */
const offlineWords = (): ErrorWords => ({
  title: t('Table.offline'),
  consequence: t('Table.offline_consequence'),
  advice: t('Table.offline_advice'),
  code: undefined,
})
