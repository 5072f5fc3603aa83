// Transfers and the deliveries behind them: private details, secrets of HTLC legs, and notes of other systems.
import { fingerprintOf, isParty } from '@connex/protocol'
import type { Address, DeliveryId, ExternalAuditLog, HtlcSecret } from '@connex/protocol'
import { ApiError } from '../../common/errors.ts'
import { receiveDeliveryDetails, requirePeers } from '../../exchange/incoming/deliveryDetails.ts'
import { inTransaction } from '../../storage/engine/database.ts'
import type { Queryable } from '../../storage/engine/database.ts'
import { listDeliveries, loadDeliveries } from '../../storage/queries/deliveries.ts'
import { listLegManagers } from '../../storage/queries/instruments.ts'
import { listDappAddresses } from '../../storage/queries/platform.ts'
import { listTransfers } from '../../storage/queries/transfers.ts'
import { loadDetails } from '../../storage/sharing/deliveryDetails.ts'
import { storeHtlcSecret } from '../../storage/sharing/htlcSecrets.ts'
import {
  listExternalAuditLogs,
  listPrivateRecords,
  localRecord,
  storePrivateRecords,
} from '../../storage/sharing/privateRecords.ts'
import type { Handlers } from '../call/handler.ts'

export const deliveries = {
  transfers: ({ context, viewer, query }) =>
    listTransfers(context.database.kysely, viewer.tenant, query, query),

  registryTransfers: ({ context, viewer, query }) =>
    listTransfers(context.database.kysely, viewer.tenant, query, query),

  deliveryManager: async ({ context }) => {
    const [address] = await listDappAddresses(context.database.kysely, 'delivery')
    if (address === undefined) throw new ApiError('notFound')
    return { address }
  },

  legManagers: ({ context, query }) => listLegManagers(context.database.kysely, query),

  deliveries: ({ context, viewer, query }) =>
    listDeliveries(context.database.kysely, viewer.tenant, query, query),

  putDeliveryDetails: async ({ context, viewer, body }) => {
    // Before the transaction, which must not wait for another server.
    await requirePeers(context, viewer, body)
    return receiveDeliveryDetails(context, viewer, body)
  },

  deliveryDetails: async ({ context, viewer, query }) => {
    const { deliveryIds } = query
    const [details, logs] = await Promise.all([
      loadDetails(context.database.kysely, viewer.tenant, deliveryIds, { withProposed: true }),
      listExternalAuditLogs(context.database.kysely, viewer.tenant, deliveryIds),
    ])
    const items = [...details].map(([deliveryId, stored]) => ({
      deliveryId,
      ...stored,
      externalAuditLogs: logs.get(deliveryId) ?? [],
    }))
    return { items, pageItemCount: items.length, totalItemCount: items.length }
  },

  putHtlcSecret: async ({ context, viewer, body }) => {
    const { deliveryId, legIdx, secret } = body
    const { tenant, address } = viewer
    await inTransaction(context.database.kysely, async (trx) => {
      const delivery = await findOwnDelivery(trx, tenant, deliveryId, false)
      const leg = delivery.legs.find((one) => one.legIdx === legIdx)
      if (leg === undefined || leg.legType !== 'HTLC') throw new ApiError('notFound')
      if (leg.sender !== tenant) throw new ApiError('forbidden')
      const stored = await storeHtlcSecret(trx, { tenant, address, deliveryId, legIdx, secret })
      if (stored !== secret) throw new ApiError('alreadyStored')
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
      const record = { type: log.system, data: log, proof, authorTenant: tenant, authorAddress: address }
      await storePrivateRecords(
        trx,
        [tenant],
        [{ kind: 'EXTERNAL_AUDIT_LOG', fingerprint, entityId: deliveryId, ...record, ...localRecord }],
      )
    })
    return { fingerprint }
  },
} satisfies Partial<Handlers>

/** A delivery in which the tenant takes part. For all others it does not exist. */
export async function findOwnDelivery(db: Queryable, tenant: Address, id: DeliveryId, isPushed: boolean) {
  const [delivery] = await loadDeliveries(db, [id])
  if (delivery === undefined) throw new ApiError(isPushed ? 'notYetIndexed' : 'notFound')
  if (!isParty(delivery, tenant)) throw new ApiError(isPushed ? 'forbidden' : 'notFound')
  return delivery
}
