// Signed transactions that may or may not be on the ledger: published again, never signed again.
import type { TxHash } from '@connex/protocol'
import { call, resumeTransactions, type Client } from '@connex/sdk'
import { resumed } from '../../messages/en/resumed.ts'
import { addMessages, t } from '../../messages/t.ts'
import { readToasts, showToast, updateToast, type Toast } from '../../ui/toast/toasts.ts'

addMessages(resumed)

/** A signed transaction, with the toasts for its end. */
export type SignedTransaction = {
  txHash: TxHash
  title: string
  done: () => Pick<Toast, 'title' | 'text' | 'link'>
  failed: (error: unknown) => Pick<Toast, 'title' | 'text' | 'code'>
}

/** Whether the transaction is in a block, or why it never will be. */
export type Resolution = { isDone: boolean; error?: unknown }

/** How the transaction ended; throws while nobody knows. `await resolveSigned(client, txHash)` */
export async function resolveSigned(client: Client, txHash: TxHash): Promise<Resolution> {
  const found = (await resumeTransactions(client)).find((one) => one.txHash === txHash)
  if (found !== undefined) return { isDone: found.outcome === 'mined', error: found.error }
  // Another tab, or an earlier attempt, has resolved it.
  const body = { method: 'eth_getTransactionByHash', params: [txHash] }
  const { result } = await call(client, 'rpc', { body })
  return { isDone: result != null }
}

const PAUSES_MS = [2_000, 5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 320_000]

/** Tries again with growing pauses. Undefined if nobody knew until the end: the next session resumes the transaction. */
export async function resolveWithRetry(client: Client, txHash: TxHash): Promise<Resolution | undefined> {
  for (const ms of PAUSES_MS) {
    await new Promise((resolve) => setTimeout(resolve, ms))
    const resolution = await resolveSigned(client, txHash).catch(() => undefined)
    if (resolution !== undefined) return resolution
  }
  return undefined
}

/** Resolves the transaction of a closed dialog. Its toast stays meanwhile, so that nobody signs the same thing again. */
export async function followInBackground(
  client: Client,
  { txHash, title, done, failed }: SignedTransaction,
): Promise<void> {
  const toast = showToast({ tone: 'progress', title, text: t('Resumed.following') })
  const resolution = await resolveWithRetry(client, txHash)
  if (resolution?.isDone) updateToast(toast, { tone: 'success', ...done() })
  else if (resolution !== undefined) updateToast(toast, { tone: 'danger', ...failed(resolution.error) })
  // The toast is gone if the session has ended.
  else if (readToasts().some(({ id }) => id === toast))
    updateToast(toast, { tone: 'danger', title, text: t('Resumed.unknown') })
}
