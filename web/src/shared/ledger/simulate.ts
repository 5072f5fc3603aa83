// What a transaction would do, decoded from its bytes, and the check that nothing else is signed. The browser fetches this code with
// the first dry run.
import { assertMatchesReview, decodeForReview } from '@connex/sdk'
import type { Progress, SendOptions, SignedCall, Transaction } from '@connex/sdk'

export type Run = (options: SendOptions) => Promise<unknown>
export type Simulated = {
  block: number
  gas: bigint
  transaction: Transaction
  calls: SignedCall[]
  /** False if only the next block can tell: behind own transactions without a block, on some ledgers. */
  isChecked: boolean
}

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

/** Throws unless `signed` is what the dry run has shown. */
export const assertShown = (shown: Transaction | undefined, signed: Transaction): void =>
  assertMatchesReview(shown, signed)
