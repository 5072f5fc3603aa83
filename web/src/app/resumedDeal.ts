// Which deal a transaction of an earlier session is about: read back from its bytes, and named by the own server.
import type { Transfer } from '@connex/protocol'
import {
  everyPage,
  getTransfer,
  listTenants,
  readSigned,
  type Client,
  type Resumed,
  type SignedCall,
} from '@connex/sdk'
import { tenantLabels } from '../lib/tenantLabels.ts'
import { shorten } from '../lib/shorten.ts'
import { t } from '../messages/t.ts'
import type { Toast } from '../ui/toast/toasts.ts'

type Deal = Pick<Toast, 'text' | 'link'>

/** Its hash alone where the transaction is about no delivery, or the server does not know which. */
export async function resumedDeal(client: Client, { txHash, transaction }: Resumed): Promise<Deal> {
  const call = firstCall(transaction)
  try {
    if (call === undefined) return { text: shorten(txHash) }
    const [transfer, tenants] = await Promise.all([
      getTransfer(client, call.deliveryId),
      everyPage((page) => listTenants(client, page)),
    ])
    const { counterpartyAddr } = transfer
    const name = tenantLabels(tenants).get(counterpartyAddr) ?? shorten(counterpartyAddr)
    return dealWords(call, transfer, name)
  } catch {
    return { text: shorten(txHash) }
  }
}

/** `dealWords(call, repo, 'Baltic Trust Bank')` → { text: 'Confirmation · Repo with Baltic Trust Bank', link } */
export function dealWords(
  { functionName }: Pick<SignedCall, 'functionName'>,
  { deliveryId, transferType }: Pick<Transfer, 'deliveryId' | 'transferType'>,
  counterparty: string,
): Deal {
  const title = t('Transactions.with', { type: t(`TransferType.${transferType}`), counterparty })
  const text = t(`Resumed.did_${DEEDS[functionName]}`, { title })
  // Requests have tables of their own, and no panel among the transfers.
  if (transferType === 'MINT' || transferType === 'BURN') return { text }
  return { text, link: { label: t('Resumed.open'), href: `/transactions?row=${deliveryId}` } }
}

const DEEDS = {
  createDelivery: 'create',
  confirmDelivery: 'confirm',
  confirmAsSender: 'confirm',
  confirmAsReceiver: 'confirm',
  confirmAsCoordinator: 'confirm',
  confirmExternalDelivery: 'confirm',
  reportExternalDelivery: 'report',
  cancelDelivery: 'cancel',
} as const satisfies Record<SignedCall['functionName'], string>

/** Nothing of a transaction that is about something else, such as a refund. */
function firstCall({ data }: Resumed['transaction']): SignedCall | undefined {
  try {
    return readSigned({ data })[0]
  } catch {
    return undefined
  }
}
