import { LedgerError, type Progress, type SendOptions } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { causeOf, codeOf } from '../errorWords.ts'

export type DryRun =
  | { status: 'running' }
  | { status: 'passed'; block: number; gas: bigint }
  /** isRefused: by the ledger. Otherwise it could not be asked. */
  | { status: 'failed'; isRefused: boolean; cause: string; code: string | undefined; onRetry: () => void }

/** Asks the ledger whether it would take what is about to be signed. `key` tells one such thing from another. */
export function useDryRun(
  key: readonly unknown[],
  /** Undefined while there is nothing to ask about. */
  run: ((options: SendOptions) => Promise<unknown>) | undefined,
): DryRun | undefined {
  const query = useQuery({
    queryKey: ['dry-run', ...key],
    queryFn: async ({ signal }) => {
      let told: Extract<Progress, { step: 'rehearsed' }> | undefined
      await run?.({
        dryRun: 'only',
        signal,
        onProgress: (progress) => progress.step === 'rehearsed' && (told = progress),
      })
      return told ?? null
    },
    enabled: run !== undefined,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  if (run === undefined) return undefined
  if (query.isFetching) return { status: 'running' }
  if (query.error !== null)
    return {
      status: 'failed',
      isRefused: query.error instanceof LedgerError,
      cause: causeOf(query.error),
      code: codeOf(query.error),
      onRetry: () => void query.refetch(),
    }
  const told = query.data
  return told ? { status: 'passed', block: told.block, gas: told.gas } : undefined
}
