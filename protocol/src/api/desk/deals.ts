// Deals: openings with everything that names them. The caller computes what has become of a deal (`dealOf`).
import * as z from 'zod/mini'
import { DeliveryOfDeal } from '../../deals/dealDelivery.ts'
import { endpoint, page } from '../../endpoint.ts'
import { asOfFields, pagingFields, queryBoolean, queryList } from '../../paging.ts'
import { DeliveryId } from '../../scalars.ts'
import { readAtDesk } from './summary.ts'

export const dealsApi = {
  deals: endpoint({
    ...readAtDesk,
    path: '/transfer/deals',
    summary:
      'Repos and securities loans, the newest first, each with every delivery that names its opening and where the ledger settled it',
    query: z.object({
      page: pagingFields.page,
      itemsPerPage: pagingFields.itemsPerPage,
      ...asOfFields,
      openingDeliveryIds: z.optional(queryList(DeliveryId)),
      /** Only deals of which something is outstanding, or only the others; always by the latest state. */
      isOpen: z.optional(queryBoolean),
    }),
    response: page(
      z.object({
        openingDeliveryId: DeliveryId,
        /** The opening first, then the others in the order of their creation. */
        deliveries: z.array(DeliveryOfDeal),
      }),
    ),
    isPage: true,
  }),
}
