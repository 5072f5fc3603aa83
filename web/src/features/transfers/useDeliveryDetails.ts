import { fingerprintOf, type DeliveryDetails, type Fingerprint, type Transfer } from '@connex/protocol'
import { call } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useViewer } from '../../lib/Viewer.ts'

/** matches: worked out here in the browser, so that not even the own server has to be believed. */
export type DetailsCheck =
  { result: 'matches'; details: DeliveryDetails } | { result: 'differs' | 'missing'; details?: never }

/** A transfer's private details, held against the ledger's fingerprint; what differs is never used. */
export function useDeliveryDetails(
  transfer: Pick<Transfer, 'deliveryId' | 'privateDataFp'> | undefined,
): DetailsCheck | undefined {
  const { client } = useViewer()
  const { data } = useQuery({
    queryKey: ['details', transfer?.deliveryId],
    queryFn: async ({ signal }): Promise<DetailsCheck> => {
      const deliveryIds = transfer === undefined ? [] : [transfer.deliveryId]
      const { items } = await call(client, 'deliveryDetails', { query: { deliveryIds }, signal })
      return checkDetails(items[0]?.details, transfer?.privateDataFp)
    },
    enabled: transfer !== undefined,
  })
  return data
}

/** Details held against the fingerprint that the ledger has of them. */
export function checkDetails(
  details: DeliveryDetails | null | undefined,
  fingerprint: Fingerprint | undefined,
): DetailsCheck {
  if (!details) return { result: 'missing' }
  return fingerprintOf(details) === fingerprint ? { result: 'matches', details } : { result: 'differs' }
}
