import {
  LedgerError,
  decodeForReview,
  type Progress,
  type SendOptions,
  type SignedCall,
  type Transaction,
} from '@connex/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { causeOf, codeOf } from '../../lib/errorText.ts'

export type DryRun =
  | { status: 'running' }
  /** The dialog shows `calls`, decoded from the transaction; nothing but that transaction is signed. */
  | ({ status: 'passed' } & Simulated)
  | {
      status: 'failed'
      /** The ledger refused the transaction. Otherwise it could not be reached. */
      isRefused: boolean
      cause: string
      code: string | undefined
      refetch: () => void
      /** The user's own retry; a failure from before is then over. */
      onRetry: () => void
    }

type Run = (options: SendOptions) => Promise<unknown>
type Simulated = {
  block: number
  gas: bigint
  transaction: Transaction
  calls: SignedCall[]
  /** False if only the next block can tell: behind own transactions without a block, on some ledgers. */
  isChecked: boolean
}

/**
 * Simulates the transaction that is about to be signed. `key` tells one such transaction from another; `run` is undefined
 * while the form is incomplete; `onPassed` is called if it passes after the user's own retry.
 */
export function useDryRun(
  key: readonly unknown[],
  run: Run | undefined,
  onPassed?: () => void,
): DryRun | undefined {
  const query = useQuery(dryRunQuery(key, run))
  if (run === undefined) return undefined
  return dryRunOf(query, onPassed)
}

const dryRunQuery = (key: readonly unknown[], run: Run | undefined) =>
  queryOptions({
    queryKey: ['dry-run', ...key],
    queryFn: ({ signal }) => simulate(run, signal),
    enabled: run !== undefined,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

/** Null if the run reports no simulation. */
export async function simulate(run: Run | undefined, signal: AbortSignal): Promise<Simulated | null> {
  let simulated: Extract<Progress, { step: 'simulated' }> | undefined
  await run?.({
    dryRun: 'only',
    signal,
    onProgress: (progress) => progress.step === 'simulated' && (simulated = progress),
  })
  return simulated === undefined ? null : { ...simulated, calls: decodeForReview(simulated.transaction) }
}

type DryRunQuery = {
  isFetching: boolean
  error: unknown
  data: Simulated | null | undefined
  refetch: () => Promise<{ isSuccess: boolean }>
}

/** The state of a dry run's query, as a dialog shows it. */
export function dryRunOf(
  { isFetching, error, data, refetch }: DryRunQuery,
  onPassed?: () => void,
): DryRun | undefined {
  if (isFetching) return { status: 'running' }
  if (error !== null)
    return {
      status: 'failed',
      isRefused: error instanceof LedgerError,
      cause: causeOf(error),
      code: codeOf(error),
      refetch: () => void refetch(),
      onRetry: () => void refetch().then(({ isSuccess }) => isSuccess && onPassed?.()),
    }
  if (!data) return undefined
  const { block, gas, transaction, calls, isChecked } = data
  return { status: 'passed', block, gas, transaction, calls, isChecked }
}
