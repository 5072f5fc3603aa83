import { listDeliveryTasks, listForcedTransferTasks, listRegistryTasks } from '../../storage/queries/tasks.ts'
import type { Handlers } from '../Handler.ts'

export const tasks: Pick<Handlers, 'deliveryTasks' | 'registryTasks' | 'forcedTransferTasks'> = {
  deliveryTasks: ({ context, viewer, query }) =>
    listDeliveryTasks(context.database.kysely, viewer.tenant, query.status, query),
  registryTasks: ({ context, viewer, query }) =>
    listRegistryTasks(context.database.kysely, viewer.tenant, query.status, query),
  forcedTransferTasks: ({ context, viewer, query }) =>
    listForcedTransferTasks(context.database.kysely, viewer.tenant, query.status, query),
}
