// A transfer's private details, checked against the ledger's fingerprint.
import { checkDetails, detailsDoubt, foreignText, type Transfer } from '@connex/protocol'
import { dealEventOf, paidCash, type DetailsCheck } from '@connex/protocol/deals'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import { detailsQuery } from './transferQueries.ts'

/** `onRetry` is there where loading failed: the server may have the details. */
export type ReadDetails = DetailsCheck & { onRetry?: () => void }

/** Undefined while the details are being read; what cannot be read is missing. Details that differ are never shown. */
export function useDeliveryDetails(
  transfer: Pick<Transfer, 'deliveryId' | 'privateDataFp'> | undefined,
): ReadDetails | undefined {
  const { client } = useViewer()
  const { data, isLoadingError, refetch } = useQuery(detailsQuery(client, transfer?.deliveryId))
  const fingerprint = transfer?.privateDataFp
  return useMemo(() => {
    if (isLoadingError) return { result: 'missing', onRetry: () => void refetch() }
    return data === undefined ? undefined : checkDetails(data, fingerprint)
  }, [data, isLoadingError, refetch, fingerprint])
}

/** Why the private details cannot be relied on. `detailsDoubtText(repo, { result: 'missing' })` */
export function detailsDoubtText(
  transfer: Pick<Transfer, 'legs'>,
  check: DetailsCheck | undefined,
): string | undefined {
  const doubt = detailsDoubt(transfer, check ?? { result: 'missing' })
  return doubt && t(`Proof.${doubt}`)
}

/** A transfer with its private terms as checked here, in place of those that the server filled in. */
export function withDetails(transfer: Transfer, check: DetailsCheck | undefined): Transfer {
  if (check === undefined) return transfer
  const { details } = check
  return {
    ...transfer,
    description: foreignText(details?.description),
    ...paidCash(details),
    // They may have arrived after the transfer was read.
    openingDeliveryId: details?.openingDeliveryId ?? transfer.openingDeliveryId,
    dealEvent: dealEventOf(details),
  }
}
