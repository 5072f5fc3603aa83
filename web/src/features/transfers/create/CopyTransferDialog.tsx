import type { CustodianKey, DeliveryDetails, Transfer } from '@connex/protocol'
import { call } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { useViewer } from '../../../lib/Viewer.ts'
import { custodianOf } from '../../../lib/custodians.ts'
import { assetDraftOf } from '../../../shared/deal/AssetDraft.ts'
import { fetchPart } from '../../../lib/importWithRetry.ts'
import { formatCash, isPast, todayUtc } from '../../../lib/format.ts'
import type { CreateTransferProps } from './CreateTransferDialog.tsx'
import { TRANSFER_KINDS } from './transferDraft.ts'
import type { TransferDraft } from './transferDraft.ts'

const CreateTransferDialog = lazy(() => fetchPart(() => import('./CreateTransferDialog.tsx')))

/** The form, filled in as another transfer was; its private terms are read first. */
export default function CopyTransferDialog({
  transfer,
  onClose,
}: { transfer: Transfer } & Pick<CreateTransferProps, 'onClose'>) {
  const { client, custodians } = useViewer()
  const { deliveryId } = transfer
  const details = useQuery({
    queryKey: ['details', 'terms', deliveryId],
    queryFn: async ({ signal }) => {
      const query = { deliveryIds: [deliveryId] }
      const { items } = await call(client, 'deliveryDetails', { query, signal })
      return items.find(({ status }) => status === 'SYNCED')?.details ?? null
    },
  })
  if (details.isPending) return null
  const custodian = custodianOf(custodians, transfer)
  return (
    <CreateTransferDialog
      prefill={transferDraftOf(transfer, details.data ?? undefined, custodian?.key, todayUtc())}
      hasPrefillFailed={details.isError}
      onClose={onClose}
    />
  )
}

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
