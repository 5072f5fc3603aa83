// The reads of one transfer. A query's key begins with the topic that makes its answer old.
import {
  readableText,
  ZERO_BYTES32,
  type Delivery,
  type DeliveryCommentType,
  type DeliveryId,
  type Transfer,
} from '@connex/protocol'
import {
  call,
  everyPage,
  findClosing,
  getTransfer,
  listDeliveryComments,
  listInternalComments,
  type Client,
} from '@connex/sdk'
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useViewer } from '../../../lib/Viewer.ts'

export const transferQuery = (client: Client, deliveryId: DeliveryId) =>
  queryOptions({
    queryKey: ['transfers', 'one', deliveryId],
    queryFn: ({ signal }) => getTransfer(client, deliveryId, { signal }),
  })

/** Its private details as the tenant's own server has them, not yet checked; null while it has no record of them. */
export const detailsQuery = (client: Client, deliveryId: DeliveryId | undefined) =>
  queryOptions({
    queryKey: ['details', deliveryId],
    queryFn:
      deliveryId === undefined
        ? skipToken
        : async ({ signal }) => {
            const query = { deliveryIds: [deliveryId] }
            const { items } = await call(client, 'deliveryDetails', { query, signal })
            return items[0] ?? null
          },
  })

const COMMENT_LISTS = {
  PRIVATE: listDeliveryComments,
  INTERNAL: listInternalComments,
} as const satisfies Record<DeliveryCommentType, unknown>

/** The comments of every type that the user may read. */
export const commentsQuery = (client: Client, deliveryId: DeliveryId) =>
  queryOptions({
    queryKey: ['details', 'comments', deliveryId],
    queryFn: async ({ signal }) => {
      const deliveryIds = [deliveryId]
      const comments = Object.values(COMMENT_LISTS).map((list) =>
        everyPage((page) => list(client, { ...page, deliveryIds }, { signal })),
      )
      return (await Promise.all(comments)).flat()
    },
  })

/** The delivery that closes a settled repo or loan, settled or pending. */
export function useClosing(transfer: Transfer | undefined): Delivery | undefined {
  const { client } = useViewer()
  const { deliveryId, transferType, deliveryState } = transfer ?? {}
  const isDeal = transferType === 'REPO' || transferType === 'SEC_LEND'
  const { data } = useQuery({
    queryKey: ['transfers', 'closing', deliveryId],
    queryFn:
      deliveryId === undefined || !isDeal || deliveryState !== 'SETTLED'
        ? skipToken
        : async ({ signal }) => (await findClosing(client, deliveryId, { signal })) ?? null,
  })
  return data ?? undefined
}

/** Texts by their fingerprints on the ledger, as far as they are known here. */
export type Reasons = ReadonlyMap<string, string>

/** Why a transfer was canceled, or should be; empty where the user may not read it, or it has not arrived. */
export function useCancelReasons(transfer: Transfer | undefined): Reasons {
  const { client } = useViewer()
  const { deliveryId } = transfer ?? {}
  const fingerprints = transfer === undefined ? [] : reasonFingerprints(transfer)
  const { data } = useQuery({
    queryKey: ['details', 'reasons', deliveryId, ...fingerprints],
    queryFn:
      deliveryId === undefined || fingerprints.length === 0
        ? skipToken
        : ({ signal }) =>
            everyPage((page) =>
              listDeliveryComments(client, { ...page, deliveryIds: [deliveryId] }, { signal }),
            ),
    retry: false,
  })
  return new Map(
    data?.flatMap(({ fingerprint, text }) => (text === null ? [] : [[fingerprint, readableText(text)]])),
  )
}

function reasonFingerprints({ cancelReasonFp, cancelVotes }: Transfer): string[] {
  const requested = cancelVotes.map(({ reasonFp }) => reasonFp).filter((one) => one !== ZERO_BYTES32)
  return cancelReasonFp === null ? requested : [...requested, cancelReasonFp]
}
