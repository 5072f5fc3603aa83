import { readableText, type CustodianKey, type Transfer } from '@connex/protocol'
import type { DealDetails } from '@connex/protocol/deals'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { custodianOf } from '../../../lib/custodians.ts'
import { assetDraftOf } from '../../../shared/deal/AssetDraft.ts'
import { importWithRetry } from '../../../lib/importWithRetry.ts'
import { isPast } from '../../../lib/days.ts'
import { todayUtc, formatCash } from '../../../lib/format.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { detailsQuery } from '../shared/transferQueries.ts'
import { TRANSFER_KINDS } from '../shared/transferKinds.ts'
import { moreDraftOf } from '../terms/moreTerms.ts'
import type { CreateTransferProps } from './CreateTransferDialog.tsx'
import type { TransferDraft } from './transferDraft.ts'

const CreateTransferDialog = lazy(() => importWithRetry(() => import('./CreateTransferDialog.tsx')))

type Props = { transfer: Transfer } & Pick<CreateTransferProps, 'onClose'>

/** The create dialog, prefilled with another transfer's terms once its private details have been read. */
export default function CopyTransferDialog({ transfer, onClose }: Props) {
  const { client, custodians } = useViewer()
  const { data, isError, isFetchedAfterMount } = useQuery({
    ...detailsQuery(client, transfer.deliveryId),
    refetchOnMount: 'always',
  })
  // The form takes its prefill once: a cached answer may be from before the details arrived.
  if (!isFetchedAfterMount) return null
  const details = data?.status === 'SYNCED' ? data.details : null
  return (
    <CreateTransferDialog
      prefill={transferDraftOf(
        transfer,
        details ?? undefined,
        custodianOf(custodians, transfer)?.key,
        todayUtc(),
      )}
      hasPrefillFailed={isError}
      onClose={onClose}
    />
  )
}

/** The draft of the same transfer again. Days that have passed are left empty. */
function transferDraftOf(
  transfer: Transfer,
  details: DealDetails | undefined,
  custodianKey: CustodianKey | undefined,
  today: string,
): Partial<TransferDraft> {
  const { transferType, direction, counterpartyAddr, deliver, receive, description } = transfer
  const repo = details?.repo
  const more = moreDraftOf(details ?? {}, today)
  const kind = TRANSFER_KINDS.find((one) => one === transferType)
  return {
    ...(kind !== undefined && { kind }),
    ...(custodianKey !== undefined && { custodianKey }),
    direction,
    counterpartyAddr,
    deliver: assetDraftOf(deliver),
    receive: assetDraftOf(receive),
    description: readableText(description ?? ''),
    ...(more !== undefined && { more }),
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
