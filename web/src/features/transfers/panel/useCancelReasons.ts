import { ZERO_BYTES32, type Transfer } from '@connex/protocol'
import { everyPage, listDeliveryComments } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useViewer } from '../../../lib/Viewer.ts'
import type { Reasons } from './transferTimeline.tsx'

/** Why a transfer was canceled, or is to be; nothing where the user may not read it, or it has not arrived. */
export function useCancelReasons(transfer: Transfer | undefined): Reasons {
  const { client } = useViewer()
  const fingerprints = transfer === undefined ? [] : reasonsOf(transfer)
  const deliveryId = transfer?.deliveryId
  const { data } = useQuery({
    queryKey: ['transfers', 'reasons', deliveryId, ...fingerprints],
    queryFn: ({ signal }) => {
      const deliveryIds = deliveryId === undefined ? [] : [deliveryId]
      return everyPage((page) => listDeliveryComments(client, { ...page, deliveryIds }, { signal }))
    },
    enabled: fingerprints.length > 0,
    retry: false,
  })
  return new Map(data?.flatMap(({ fingerprint, text }) => (text === null ? [] : [[fingerprint, text]])))
}

const reasonsOf = ({ cancelReasonFp, cancelVotes }: Transfer): string[] => {
  const asked = cancelVotes.map(({ reasonFp }) => reasonFp).filter((one) => one !== ZERO_BYTES32)
  return cancelReasonFp === null ? asked : [...asked, cancelReasonFp]
}
