import type { Transfer, TxHash } from '@connex/protocol'
import {
  decodeForReview,
  everyPage,
  getTransfer,
  listTenants,
  republishTakenBack,
  resumeTransactions,
} from '@connex/sdk'
import type { Client, Progress, Resumed, SignedCall } from '@connex/sdk'
import { causeOf, codeOf } from '../lib/errorText.ts'
import { shorten } from '../lib/identifiers.ts'
import { tenantLabels } from '../lib/tenants.ts'
import { resumed as messages } from '../messages/en/resumed.ts'
import { addMessages, t } from '../messages/t.ts'
import { transferLabel } from '../shared/desk/transferLabel.ts'
import { showToast, updateToast } from '../ui/toast/toasts.ts'
import type { Toast } from '../ui/toast/toasts.ts'

addMessages(messages)

/** Resumes transactions that were signed before a tab closed or a connection broke, and shows the end of each. */
export const resume = (client: Client, signal: AbortSignal): Promise<void> =>
  goOn(client, signal, resumeTransactions)

/** Publishes what a chain reorg has taken back, and shows the end of each. */
export const restore = (client: Client, signal: AbortSignal): Promise<void> =>
  goOn(client, signal, republishTakenBack)

/** Says at once what the ledger has taken back: its user must not repeat it meanwhile. */
async function goOn(
  client: Client,
  signal: AbortSignal,
  publish: typeof resumeTransactions | typeof republishTakenBack,
): Promise<void> {
  const toasts = new Map<TxHash, string>()
  const onProgress = (progress: Progress): void => {
    const { step } = progress
    if (step !== 'takenBack' || signal.aborted) return
    const title = t('Resumed.taken_back')
    toasts.set(progress.txHash, showToast({ tone: 'progress', title, text: shorten(progress.txHash) }))
  }
  try {
    for (const resumed of await publish(client, { signal, onProgress })) {
      const deal = await describeDeal(client, resumed)
      if (!signal.aborted) show(resumed, deal, toasts.get(resumed.txHash))
    }
  } catch (error) {
    if (signal.aborted) return
    const failure = { tone: 'danger', title: t('Resumed.failed'), text: causeOf(error) } as const
    if (toasts.size === 0) showToast(failure)
    for (const toast of toasts.values()) updateToast(toast, failure)
  }
}

function show(resumed: Resumed, { text, link }: Deal, toast?: string): void {
  const { outcome, error } = resumed
  const shown: Omit<Toast, 'id'> =
    outcome === 'mined'
      ? { tone: 'success', title: titleOf(resumed), text, link }
      : {
          tone: 'danger',
          title: titleOf(resumed),
          text: error === undefined ? text : `${text}. ${causeOf(error)}`,
          code: error === undefined ? undefined : codeOf(error),
          link,
        }
  if (toast === undefined) showToast(shown)
  else updateToast(toast, shown)
}

/** `titleOf({ outcome: 'mined', wasTakenBack: false })` → 'A transaction you signed earlier has executed' */
export function titleOf({ outcome, wasTakenBack }: Pick<Resumed, 'outcome' | 'wasTakenBack'>): string {
  if (outcome === 'mined') return t(wasTakenBack ? 'Resumed.mined_again' : 'Resumed.mined')
  if (outcome === 'replaced') return t(wasTakenBack ? 'Resumed.replaced_after' : 'Resumed.replaced')
  return t(wasTakenBack ? 'Resumed.refused_after' : 'Resumed.refused')
}

type Deal = Pick<Toast, 'text' | 'link'>

/**
 * The deal of a transaction, decoded from its bytes and named by the tenant's server; its hash alone if it concerns no
 * delivery that the server knows.
 */
export async function describeDeal(client: Client, { txHash, transaction }: Resumed): Promise<Deal> {
  const call = firstCall(transaction)
  try {
    if (call === undefined) return { text: shorten(txHash) }
    const [transfer, tenants] = await Promise.all([
      getTransfer(client, call.deliveryId),
      everyPage((page) => listTenants(client, page)),
    ])
    const { counterpartyAddr } = transfer
    const name = tenantLabels(tenants).get(counterpartyAddr) ?? shorten(counterpartyAddr)
    return dealText(call, transfer, name)
  } catch {
    return { text: shorten(txHash) }
  }
}

/** `dealText(call, repo, 'Baltic Trust Bank')` → { text: 'Confirmation · Repo with Baltic Trust Bank', link } */
export function dealText(
  { functionName }: Pick<SignedCall, 'functionName'>,
  transfer: Pick<Transfer, 'deliveryId' | 'transferType' | 'dealEvent' | 'isCashOnly'>,
  counterparty: string,
): Deal {
  const { deliveryId, transferType } = transfer
  const title = t('Transactions.with', { type: transferLabel(transfer), counterparty })
  const text = t(`Resumed.did_${ACTIONS[functionName]}`, { title })
  // Requests have tables of their own, and no panel.
  if (transferType === 'MINT' || transferType === 'BURN') return { text }
  return { text, link: { label: t('Resumed.open'), href: `/transactions?row=${deliveryId}` } }
}

const ACTIONS = {
  createDelivery: 'create',
  confirmDelivery: 'confirm',
  confirmAsSender: 'confirm',
  confirmAsReceiver: 'confirm',
  confirmAsCoordinator: 'confirm',
  confirmExternalDelivery: 'confirm',
  reportExternalDelivery: 'report',
  cancelDelivery: 'cancel',
} as const satisfies Record<SignedCall['functionName'], string>

/** Undefined for another transaction, such as a refund. */
function firstCall({ data }: Resumed['transaction']): SignedCall | undefined {
  try {
    return decodeForReview({ data })[0]
  } catch {
    return undefined
  }
}
