import { listDeliveries } from '../../storage/queries/deliveries.ts'
import { loadDetails } from '../../storage/sharing/deliveryDetails.ts'
import { listLegManagers } from '../../storage/queries/instruments.ts'
import { listExternalAuditLogs } from '../../storage/sharing/privateRecords.ts'
import { listDappAddresses } from '../../storage/queries/platform.ts'
import { receiveDeliveryDetails } from '../../sync/receiveDeliveryDetails.ts'
import { ApiError } from '../../errors.ts'
import type { Handlers } from '../Handler.ts'

export const deliveries: Pick<
  Handlers,
  'deliveryManager' | 'legManagers' | 'deliveries' | 'putDeliveryDetails' | 'deliveryDetails'
> = {
  deliveryManager: async ({ context }) => {
    const [address] = await listDappAddresses(context.database.kysely, 'delivery')
    if (address === undefined) throw new ApiError('notFound')
    return { address }
  },

  legManagers: ({ context, query }) => listLegManagers(context.database.kysely, query),

  deliveries: ({ context, viewer, query }) =>
    listDeliveries(context.database.kysely, viewer.tenant, query, query),

  putDeliveryDetails: ({ context, viewer, body }) => receiveDeliveryDetails(context, viewer, body),

  deliveryDetails: async ({ context, viewer, query }) => {
    const { deliveryIds } = query
    const [held, logs] = await Promise.all([
      loadDetails(context.database.kysely, viewer.tenant, deliveryIds),
      listExternalAuditLogs(context.database.kysely, viewer.tenant, deliveryIds),
    ])
    const items = [...held].map(([deliveryId, one]) => ({
      deliveryId,
      ...one,
      externalAuditLogs: logs.get(deliveryId) ?? [],
    }))
    return { items, pageItemCount: items.length, totalItemCount: items.length }
  },
}
