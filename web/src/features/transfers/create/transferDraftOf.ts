import type { CustodianKey, DeliveryDetails, Transfer } from '@connex/protocol'
import { assetDraftOf } from '../../../lib/deal/assetDraftOf.ts'
import { isPast } from '../../../lib/formatTime.ts'
import { formatCash } from '../../../lib/quantity.ts'
import { TRANSFER_KINDS, type TransferDraft } from './TransferDraft.ts'

/** A transfer as a form that makes the same again. Days that have passed are left out, and chosen anew. */
export function transferDraftOf(
  transfer: Transfer,
  details: DeliveryDetails | undefined,
  custodianKey: CustodianKey | undefined,
  today: string,
): Partial<TransferDraft> {
  const { transferType, direction, counterpartyAddr, deliver, receive, description } = transfer
  const repo = details?.repo
  const kind = TRANSFER_KINDS.find((one) => one === transferType)
  return {
    ...(kind !== undefined && { kind }),
    ...(custodianKey !== undefined && { custodianKey }),
    direction,
    counterpartyAddr,
    deliver: assetDraftOf(deliver),
    receive: assetDraftOf(receive),
    description: description ?? '',
    ...(repo !== undefined && {
      cashQuantity: formatCash(repo.purchasePrice, ''),
      cashCurrency: details?.cashCurrency ?? 'EUR',
      rate: repo.rate,
      dayCount: repo.dayCount,
      ...(!isPast(repo.purchaseDate, today) && { purchaseDate: repo.purchaseDate }),
      ...(repo.repurchaseDate !== undefined &&
        repo.repurchaseDate > today && { repurchaseDate: repo.repurchaseDate }),
    }),
  }
}
