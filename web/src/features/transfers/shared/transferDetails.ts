// A transfer's private details, checked against the ledger's fingerprint.
import { fingerprintOf, foreignText, type Fingerprint, type Transfer } from '@connex/protocol'
import { dealEventOf, paidCash, type DealDetails } from '@connex/protocol/deals'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import { detailsQuery } from './transferQueries.ts'

/** The browser compares them with the ledger, so that even the tenant's own server need not be trusted. */
export type DetailsCheck =
  { result: 'matches'; details: DealDetails } | { result: 'differs' | 'missing'; details?: never }

/** Undefined while the details are loading. Details that differ are never shown. */
export function useDeliveryDetails(
  transfer: Pick<Transfer, 'deliveryId' | 'privateDataFp'> | undefined,
): DetailsCheck | undefined {
  const { client } = useViewer()
  const { data } = useQuery(detailsQuery(client, transfer?.deliveryId))
  const fingerprint = transfer?.privateDataFp
  return useMemo(
    () => (data === undefined ? undefined : checkDetails(data?.details, fingerprint)),
    [data, fingerprint],
  )
}

export function checkDetails(
  details: DealDetails | null | undefined,
  fingerprint: Fingerprint | undefined,
): DetailsCheck {
  if (!details) return { result: 'missing' }
  return fingerprintOf(details) === fingerprint ? { result: 'matches', details } : { result: 'differs' }
}

/**
 * Why the private details cannot be relied on: they differ from the ledger's fingerprint, or are missing while an amount of
 * cash depends on them. `detailsDoubt(repo, { result: 'missing' })`
 */
export function detailsDoubt(
  { legs }: Pick<Transfer, 'legs'>,
  check: DetailsCheck | undefined,
): string | undefined {
  if (check?.result === 'differs') return t('Proof.differs')
  if (check?.result !== 'matches' && legs.some(({ legType }) => legType === 'EXTERNAL'))
    return t('Proof.no_amount')
  return undefined
}

/** A transfer with its private terms as checked here, in place of those that the server filled in. */
export function withDetails(transfer: Transfer, check: DetailsCheck | undefined): Transfer {
  if (check === undefined) return transfer
  const { details } = check
  const description = foreignText(details?.description)
  return { ...transfer, description, ...paidCash(details), dealEvent: dealEventOf(details) }
}
