import { useQuery } from '@tanstack/react-query'
import { importWithRetry } from '../../../lib/importWithRetry.ts'
import { NO_MORE, type CheckedMore, type TransferDraft } from './transferDraft.ts'

/**
 * The optional terms of a draft, checked. Undefined while their check is being loaded, so that nothing is signed without them.
 *
 * @example
 * const { terms } = checkTransfer(draft, limits, useMoreTerms(draft, today))
 */
export function useMoreTerms(
  { more, kind, valueDate }: TransferDraft,
  today: string,
): CheckedMore | undefined {
  const { data } = useQuery({
    queryKey: ['code', 'moreTerms'],
    queryFn: () => importWithRetry(() => import('../terms/moreTerms.ts')),
    enabled: more !== null,
    staleTime: Infinity,
  })
  return more === null ? NO_MORE : data?.checkMore(more, { kind, valueDate, today })
}
