// Texts between tenants, and a tenant's own about deliveries.
import { ZERO_ADDRESS, fingerprintOf, isParty } from '@connex/protocol'
import type {
  Address,
  DeliveryComment,
  DeliveryId,
  Page,
  Paging,
  RegistryCommentType,
} from '@connex/protocol'
import { loadDeliveries } from '../../storage/queries/deliveries.ts'
import { localRecord, listPrivateRecords, storePrivateRecords } from '../../storage/sharing/privateRecords.ts'
import type { PrivateRecord } from '../../storage/sharing/privateRecords.ts'
import { inTransaction } from '../../storage/engine/database.ts'
import type { Queryable } from '../../storage/engine/database.ts'
import { announceDetails } from '../../storage/projections/announcements.ts'
import { receivePrivateRecord } from '../../exchange/incoming/privateRecords.ts'
import { ApiError } from '../../common/errors.ts'
import type { Handlers } from '../call/handler.ts'

export const comments: Pick<
  Handlers,
  | 'putComment'
  | 'comments'
  | 'putDeliveryComment'
  | 'deliveryComments'
  | 'putInternalComment'
  | 'internalComments'
> = {
  putComment: async ({ context, viewer, body, proof }) => {
    const { type, comment, sharedWith } = body
    const fingerprint = fingerprintOf(comment)
    const status = await receivePrivateRecord(context, {
      name: 'putComment',
      viewer,
      proof,
      body,
      describe: async (_trx, author) => [
        {
          kind: 'COMMENT',
          fingerprint,
          entityId: fingerprint,
          type,
          dapp: ZERO_ADDRESS,
          awaits: [],
          data: { type, comment, sharedWith },
          writers: [author],
          parties: [author, ...sharedWith],
        },
      ],
    })
    return { fingerprint, status }
  },

  comments: async ({ context, viewer, query }) => {
    const { fingerprints, type } = query
    const filters = { kinds: ['COMMENT'] as const, fingerprints, type }
    const found = await listPrivateRecords(context.database.kysely, viewer.tenant, filters, query)
    return {
      ...found,
      items: found.items.map((row) => ({ ...written(row), type: row.type as RegistryCommentType })),
    }
  },

  putDeliveryComment: async ({ context, viewer, body, proof }) => {
    const { deliveryId, comment } = body
    const fingerprint = fingerprintOf(comment)
    const status = await receivePrivateRecord(context, {
      name: 'putDeliveryComment',
      viewer,
      proof,
      body,
      describe: async (trx, author, isPushed) => {
        const delivery = await findOwnDelivery(trx, author, deliveryId, isPushed)
        const parties = delivery.legs.flatMap((leg) => [
          leg.sender,
          leg.receiver,
          leg.registrar,
          leg.txCoordinator,
        ])
        return [
          {
            kind: 'DELIVERY_COMMENT',
            fingerprint,
            entityId: deliveryId,
            type: 'PRIVATE',
            dapp: delivery.deliveryManagerAddr,
            awaits: [],
            data: { deliveryId, comment },
            writers: parties,
            parties,
          },
        ]
      },
    })
    return { fingerprint, status }
  },

  deliveryComments: ({ context, viewer, query }) =>
    listDeliveryComments(context.database.kysely, viewer.tenant, 'DELIVERY_COMMENT', query),

  putInternalComment: async ({ context, viewer, body, proof }) => {
    const { deliveryId, comment } = body
    const { tenant, address } = viewer
    const fingerprint = fingerprintOf(comment)
    await inTransaction(context.database.kysely, async (trx) => {
      await findOwnDelivery(trx, tenant, deliveryId, false)
      const written = { type: 'INTERNAL', data: { deliveryId, comment }, proof }
      const author = { authorTenant: tenant, authorAddress: address }
      await storePrivateRecords(
        trx,
        [tenant],
        [
          {
            kind: 'INTERNAL_COMMENT',
            fingerprint,
            entityId: deliveryId,
            ...written,
            ...author,
            ...localRecord,
          },
        ],
      )
      await announceDetails(trx, [{ tenant, id: deliveryId }])
    })
    return { fingerprint, status: 'SYNCED' }
  },

  internalComments: ({ context, viewer, query }) =>
    listDeliveryComments(context.database.kysely, viewer.tenant, 'INTERNAL_COMMENT', query),
}

/** A delivery in which the tenant takes part; to anybody else there is none. */
export async function findOwnDelivery(db: Queryable, tenant: Address, id: DeliveryId, isPushed: boolean) {
  const [delivery] = await loadDeliveries(db, [id])
  if (delivery === undefined) throw new ApiError(isPushed ? 'notYetIndexed' : 'notFound')
  if (!isParty(delivery, tenant)) throw new ApiError(isPushed ? 'forbidden' : 'notFound')
  return delivery
}

async function listDeliveryComments(
  db: Queryable,
  tenant: Address,
  kind: 'DELIVERY_COMMENT' | 'INTERNAL_COMMENT',
  query: Paging & { deliveryIds: DeliveryId[] },
): Promise<Page<DeliveryComment>> {
  const found = await listPrivateRecords(db, tenant, { kinds: [kind], entityIds: query.deliveryIds }, query)
  return {
    ...found,
    items: found.items.map((row) => ({
      ...written(row),
      deliveryId: row.entityId as DeliveryId,
      type: kind === 'INTERNAL_COMMENT' ? 'INTERNAL' : 'PRIVATE',
    })),
  }
}

function written({ fingerprint, data, status, authorTenantAddr, authorAddr, createdAt }: PrivateRecord) {
  const { comment } = (data ?? {}) as { comment?: { text: string } }
  return { fingerprint, text: comment?.text ?? null, status, authorTenantAddr, authorAddr, createdAt }
}
