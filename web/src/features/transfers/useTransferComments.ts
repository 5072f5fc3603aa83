import type { DeliveryComment, DeliveryId } from '@connex/protocol'
import { everyPage, listDeliveryComments, listInternalComments, writeDeliveryComment } from '@connex/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useViewer } from '../../lib/Viewer.ts'

/** private: all parties of the delivery read it. internal: one's own tenant alone. */
export type CommentKind = 'private' | 'internal'

export type ShownComment = Pick<
  DeliveryComment,
  'fingerprint' | 'text' | 'authorTenantAddr' | 'createdAt'
> & {
  kind: CommentKind
}

/** A transfer's comments of both kinds, the oldest first, and writing one. */
export function useTransferComments(deliveryId: DeliveryId) {
  const { client } = useViewer()
  const queries = useQueryClient()
  const query = useQuery({
    queryKey: ['transfers', 'comments', deliveryId],
    queryFn: async ({ signal }) => {
      const deliveryIds = [deliveryId]
      const [shared, own] = await Promise.all([
        everyPage((page) => listDeliveryComments(client, { ...page, deliveryIds }, { signal })),
        everyPage((page) => listInternalComments(client, { ...page, deliveryIds }, { signal })),
      ])
      return [...shared.map(as('private')), ...own.map(as('internal'))].sort(
        (one, other) => one.createdAt - other.createdAt,
      )
    },
  })
  const write = useMutation({
    mutationFn: ({ kind, text }: { kind: CommentKind; text: string }) =>
      writeDeliveryComment(client, { deliveryId, text, isInternal: kind === 'internal' }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['transfers', 'comments', deliveryId] }),
  })
  return { comments: query.data, failure: query.error, write }
}

const as =
  (kind: CommentKind) =>
  ({ fingerprint, text, authorTenantAddr, createdAt }: DeliveryComment): ShownComment => ({
    fingerprint,
    text,
    authorTenantAddr,
    createdAt,
    kind,
  })
