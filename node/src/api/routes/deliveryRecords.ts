// The secrets of HTLC legs and other systems' notes: a tenant's own alone.
import { fingerprintOf } from '@connex/protocol'
import type { DeliveryId, ExternalAuditLog, HtlcSecret } from '@connex/protocol'
import { listPrivateRecords, storePrivateRecord } from '../../storage/privateRecords.ts'
import { inTransaction } from '../../storage/queryable.ts'
import { ApiError } from '../ApiError.ts'
import type { Handlers } from '../Handler.ts'
import { findOwnDelivery } from './comments.ts'

const everything = { itemsPerPage: 1 }

export const deliveryRecords: Pick<Handlers, 'putHtlcSecret' | 'htlcSecrets' | 'putExternalAuditLog'> = {
  putHtlcSecret: async ({ context, viewer, body }) => {
    const { deliveryId, legIdx, secret } = body
    const { tenant, address } = viewer
    await inTransaction(context.database.kysely, async (trx) => {
      const delivery = await findOwnDelivery(trx, tenant, deliveryId, false)
      const leg = delivery.legs.find((one) => one.legIdx === legIdx)
      if (leg === undefined || leg.legType !== 'HTLC') throw new ApiError('notFound')
      if (leg.sender !== tenant) throw new ApiError('forbidden')
      const kinds = ['HTLC_SECRET'] as const
      const type = String(legIdx)
      const before = await listPrivateRecords(
        trx,
        tenant,
        { kinds, entityIds: [deliveryId], type },
        everything,
      )
      const held = before.items[0]?.data as { secret: string } | undefined
      if (held !== undefined && held.secret !== secret) throw new ApiError('alreadyStored')
      await storePrivateRecord(trx, [tenant], {
        kind: 'HTLC_SECRET',
        fingerprint: fingerprintOf({ salt: secret, deliveryId, legIdx }),
        entityId: deliveryId,
        type,
        data: { secret },
        authorTenant: tenant,
        authorAddress: address,
        proof: undefined,
        sharedWith: [],
      })
    })
    return {}
  },

  htlcSecrets: async ({ context, viewer, query }) => {
    const filters = { kinds: ['HTLC_SECRET'] as const, entityIds: query.deliveryIds }
    const found = await listPrivateRecords(context.database.kysely, viewer.tenant, filters, query)
    return {
      ...found,
      items: found.items.map(({ entityId, type, data, createdAt }) => ({
        deliveryId: entityId as DeliveryId,
        legIdx: Number(type),
        secret: (data as Pick<HtlcSecret, 'secret'>).secret,
        createdAt,
      })),
    }
  },

  putExternalAuditLog: async ({ context, viewer, body, proof }) => {
    const { deliveryId, log } = body
    const { tenant, address } = viewer
    const fingerprint = fingerprintOf({ salt: deliveryId, ...(log satisfies ExternalAuditLog) })
    await inTransaction(context.database.kysely, async (trx) => {
      await findOwnDelivery(trx, tenant, deliveryId, false)
      await storePrivateRecord(trx, [tenant], {
        kind: 'EXTERNAL_AUDIT_LOG',
        fingerprint,
        entityId: deliveryId,
        type: log.system,
        data: log,
        authorTenant: tenant,
        authorAddress: address,
        proof,
        sharedWith: [],
      })
    })
    return { fingerprint }
  },
}
