// What was signed, while nobody knows whether the ledger has it: published once more, never signed anew.
import type { TxHash } from '@connex/protocol'
import { call, resumeTransactions, type Client } from '@connex/sdk'
import { resumed } from '../../messages/en/resumed.ts'
import { addMessages, t } from '../../messages/t.ts'
import { readToasts, showToast, updateToast, type Toast } from '../../ui/toast/toasts.ts'

addMessages(resumed)

/** Signed, and not known to be published; and what is said of it once that is known. */
export type SignedTransaction = {
  txHash: TxHash
  title: string
  done: () => Pick<Toast, 'title' | 'text' | 'link'>
  failed: (error: unknown) => Pick<Toast, 'title' | 'text' | 'code'>
}

/** Whether it is in a block, or never will be, and why. */
export type Resolution = { isDone: boolean; error?: unknown }

/** How it ended; throws while that cannot be told. `await settleSigned(client, txHash)` */
export async function resolveSigned(client: Client, txHash: TxHash): Promise<Resolution> {
  const found = (await resumeTransactions(client)).find((one) => one.txHash === txHash)
  if (found !== undefined) return { isDone: found.outcome === 'mined', error: found.error }
  // Another tab, or an earlier attempt, has settled it.
  const body = { method: 'eth_getTransactionByHash', params: [txHash] }
  const { result } = await call(client, 'rpc', { body })
  return { isDone: result != null }
}

const PAUSES_MS = [2_000, 5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 320_000]

/** The same, again and again; nothing where nobody knew until the end: the next session takes it up. */
export async function resolveWithRetry(client: Client, txHash: TxHash): Promise<Resolution | undefined> {
  for (const ms of PAUSES_MS) {
    await new Promise((resolve) => setTimeout(resolve, ms))
    const settled = await resolveSigned(client, txHash).catch(() => undefined)
    if (settled !== undefined) return settled
  }
  return undefined
}

/** The same for a dialog that was left: it is said all the while, so that nobody makes it anew. */
export async function followInBackground(
  client: Client,
  { txHash, title, done, failed }: SignedTransaction,
): Promise<void> {
  const toast = showToast({ tone: 'progress', title, text: t('Resumed.following') })
  const settled = await resolveWithRetry(client, txHash)
  if (settled?.isDone) updateToast(toast, { tone: 'success', ...done() })
  else if (settled !== undefined) updateToast(toast, { tone: 'danger', ...failed(settled.error) })
  // Gone by now where the session is: the next one looks again.
  else if (readToasts().some(({ id }) => id === toast))
    updateToast(toast, { tone: 'danger', title, text: t('Resumed.unknown') })
}
