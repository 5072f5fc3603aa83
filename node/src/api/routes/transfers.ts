import { listTransfers } from '../../storage/queries/transfers.ts'
import type { Handlers } from '../Handler.ts'

export const transfers: Pick<Handlers, 'transfers' | 'registryTransfers'> = {
  transfers: ({ context, viewer, query }) =>
    listTransfers(context.database.kysely, viewer.tenant, query, query),
  registryTransfers: ({ context, viewer, query }) =>
    listTransfers(context.database.kysely, viewer.tenant, query, query),
}
