import type { Transfer } from '@connex/protocol'
import { call } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { custodianOf } from '../../../lib/custodianOf.ts'
import { fetchPart } from '../../../lib/fetchPart.ts'
import { todayUtc } from '../../../lib/formatTime.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import type { CreateTransferProps } from './CreateTransferDialog.tsx'
import { transferDraftOf } from './transferDraftOf.ts'

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
