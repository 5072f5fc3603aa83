import { LedgerError } from '@connex/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { causeOf, codeOf } from '../../lib/errorText.ts'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import type { Run, Simulated } from './simulate.ts'

export type DryRun =
  | { status: 'running' }
  /** The dialog shows `calls`, decoded from the transaction; nothing but that transaction is signed. */
  | ({ status: 'passed' } & Simulated)
  | {
      status: 'failed'
      /** The ledger refused the transaction. Otherwise the check could not run. */
      isRefused: boolean
      cause: string
      code: string | undefined
      refetch: () => void
      /** The user's own retry; a failure from before is then over. */
      onRetry: () => void
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
    queryFn: async ({ signal }) =>
      (await importWithRetry(() => import('./simulate.ts'))).simulate(run, signal),
    enabled: run !== undefined,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

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
