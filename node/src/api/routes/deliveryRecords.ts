// The secrets of HTLC legs and other systems' notes: a tenant's own alone.
import { fingerprintOf } from '@connex/protocol'
import type { DeliveryId, ExternalAuditLog, HtlcSecret } from '@connex/protocol'
import { storeHtlcSecret } from '../../storage/sharing/htlcSecrets.ts'
import { localRecord, listPrivateRecords, storePrivateRecords } from '../../storage/sharing/privateRecords.ts'
import { inTransaction } from '../../storage/engine/database.ts'
import { ApiError } from '../../errors.ts'
import type { Handlers } from '../Handler.ts'
import { findOwnDelivery } from './comments.ts'

export const deliveryRecords: Pick<Handlers, 'putHtlcSecret' | 'htlcSecrets' | 'putExternalAuditLog'> = {
  putHtlcSecret: async ({ context, viewer, body }) => {
    const { deliveryId, legIdx, secret } = body
    const { tenant, address } = viewer
    await inTransaction(context.database.kysely, async (trx) => {
      const delivery = await findOwnDelivery(trx, tenant, deliveryId, false)
      const leg = delivery.legs.find((one) => one.legIdx === legIdx)
      if (leg === undefined || leg.legType !== 'HTLC') throw new ApiError('notFound')
      if (leg.sender !== tenant) throw new ApiError('forbidden')
      const held = await storeHtlcSecret(trx, { tenant, address, deliveryId, legIdx, secret })
      if (held !== secret) throw new ApiError('alreadyStored')
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
      const noted = { type: log.system, data: log, proof, authorTenant: tenant, authorAddress: address }
      await storePrivateRecords(
        trx,
        [tenant],
        [{ kind: 'EXTERNAL_AUDIT_LOG', fingerprint, entityId: deliveryId, ...noted, ...localRecord }],
      )
    })
    return { fingerprint }
  },
}
