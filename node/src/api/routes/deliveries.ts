import { listDeliveries } from '../../storage/deliveries.ts'
import { loadDetails } from '../../storage/deliveryDetails.ts'
import { listLegManagers } from '../../storage/instruments.ts'
import { listDappAddresses } from '../../storage/platform.ts'
import { receiveDeliveryDetails } from '../../sync/receiveDeliveryDetails.ts'
import { ApiError } from '../ApiError.ts'
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
    const held = await loadDetails(context.database.kysely, viewer.tenant, query.deliveryIds)
    const items = [...held].map(([deliveryId, one]) => ({ deliveryId, ...one }))
    return { items, pageItemCount: items.length, totalItemCount: items.length }
  },
}
