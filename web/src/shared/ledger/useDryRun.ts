import {
  LedgerError,
  readSigned,
  type Progress,
  type SendOptions,
  type SignedCall,
  type Transaction,
} from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { causeOf, codeOf } from '../../lib/errorText.ts'

export type DryRun =
  | { status: 'running' }
  /** transaction: what would be signed, to be shown as `calls` and then held to. */
  | { status: 'passed'; block: number; gas: bigint; transaction: Transaction; calls: SignedCall[] }
  /** isRefused: by the ledger. Otherwise it could not be asked. */
  | {
      status: 'failed'
      isRefused: boolean
      cause: string
      code: string | undefined
      /** Asks once more; `onRetry` is the user's own click. */
      refetch: () => void
      onRetry: () => void
    }

/** Asks the ledger whether it would take what is about to be signed. `key` tells one such thing from another. */
export function useDryRun(
  key: readonly unknown[],
  /** Undefined while there is nothing to ask about. */
  run: ((options: SendOptions) => Promise<unknown>) | undefined,
  /** It passes after the user has asked again: what failed before is over. */
  onPassed?: () => void,
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
      return told === undefined ? null : { ...told, calls: readSigned(told.transaction) }
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
      refetch: () => void query.refetch(),
      onRetry: () => void query.refetch().then(({ isSuccess }) => isSuccess && onPassed?.()),
    }
  if (!query.data) return undefined
  const { block, gas, transaction, calls } = query.data
  return { status: 'passed', block, gas, transaction, calls }
}
