// Comments: texts between tenants, about deliveries or other entities, and a tenant's internal ones.
import { fingerprintOf, foreignText, ZERO_ADDRESS } from '@connex/protocol'
import type {
  Address,
  DeliveryComment,
  DeliveryId,
  Page,
  Paging,
  RegistryCommentType,
  DeliveryCommentType,
} from '@connex/protocol'
import { receivePrivateRecord } from '../../exchange/incoming/privateRecords.ts'
import { inTransaction } from '../../storage/engine/database.ts'
import type { Queryable } from '../../storage/engine/database.ts'
import { announceDetails } from '../../storage/projections/announcements.ts'
import { listPrivateRecords, localRecord, storePrivateRecords } from '../../storage/sharing/privateRecords.ts'
import type { PrivateRecord } from '../../storage/sharing/privateRecords.ts'
import type { Handlers } from '../call/handler.ts'
import { findOwnDelivery } from './deliveries.ts'

export const comments = {
  putComment: async ({ context, viewer, body, proof }) => {
    const { type, comment, sharedWith, untilOnLedger } = body
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
          entityId: untilOnLedger?.registryId ?? fingerprint,
          type,
          dapp: untilOnLedger?.registryManagerAddr ?? ZERO_ADDRESS,
          awaits: untilOnLedger === undefined ? [] : [fingerprint],
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
      items: found.items.map((row) => ({ ...commentOf(row), type: row.type as RegistryCommentType })),
    }
  },

  putDeliveryComment: async ({ context, viewer, body, proof }) => {
    const { deliveryId, comment, untilOnLedger = false } = body
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
            kind: RECORD_KINDS.PRIVATE,
            fingerprint,
            entityId: deliveryId,
            type: 'PRIVATE',
            dapp: delivery.deliveryManagerAddr,
            awaits: untilOnLedger ? [fingerprint] : [],
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
    listDeliveryComments(context.database.kysely, viewer.tenant, 'PRIVATE', query),

  putInternalComment: async ({ context, viewer, body, proof }) => {
    const { deliveryId, comment } = body
    const { tenant, address } = viewer
    const fingerprint = fingerprintOf(comment)
    await inTransaction(context.database.kysely, async (trx) => {
      await findOwnDelivery(trx, tenant, deliveryId, false)
      const record = { type: 'INTERNAL', data: { deliveryId, comment }, proof }
      const author = { authorTenant: tenant, authorAddress: address }
      await storePrivateRecords(
        trx,
        [tenant],
        [
          {
            kind: RECORD_KINDS.INTERNAL,
            fingerprint,
            entityId: deliveryId,
            ...record,
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
    listDeliveryComments(context.database.kysely, viewer.tenant, 'INTERNAL', query),
} satisfies Partial<Handlers>

const RECORD_KINDS = {
  PRIVATE: 'DELIVERY_COMMENT',
  INTERNAL: 'INTERNAL_COMMENT',
} as const satisfies Record<DeliveryCommentType, string>

async function listDeliveryComments(
  db: Queryable,
  tenant: Address,
  type: DeliveryCommentType,
  query: Paging & { deliveryIds: DeliveryId[] },
): Promise<Page<DeliveryComment>> {
  const filters = { kinds: [RECORD_KINDS[type]], entityIds: query.deliveryIds }
  const found = await listPrivateRecords(db, tenant, filters, query)
  return {
    ...found,
    items: found.items.map((row) => ({
      ...commentOf(row),
      deliveryId: row.entityId as DeliveryId,
      type,
    })),
  }
}

function commentOf({ entityId: _entityId, type: _type, data, ...written }: PrivateRecord) {
  const { comment } = (data ?? {}) as { comment?: { text: string } }
  return { ...written, text: foreignText(comment?.text) }
}
