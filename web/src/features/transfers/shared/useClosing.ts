import type { Delivery, Transfer } from '@connex/protocol'
import { findClosing } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useViewer } from '../../../lib/Viewer.ts'

/** What closes a repo or a loan, settled or on its way. */
export function useClosing(transfer: Transfer | undefined): Delivery | undefined {
  const { client } = useViewer()
  const { deliveryId, transferType, deliveryState } = transfer ?? {}
  const isDeal = transferType === 'REPO' || transferType === 'SEC_LEND'
  const { data } = useQuery({
    queryKey: ['transfers', 'closing', deliveryId],
    queryFn: async ({ signal }) =>
      deliveryId === undefined ? null : ((await findClosing(client, deliveryId, { signal })) ?? null),
    enabled: isDeal && deliveryState === 'SETTLED',
  })
  return data ?? undefined
}
