import { ApiError, invalid } from '../../common/errors.ts'
import { listAudit } from '../../storage/queries/audit.ts'
import { listDeliveryTasks, listForcedTransferTasks, listRegistryTasks } from '../../storage/queries/tasks.ts'
import { listOperations, retryOperations } from '../../storage/sharing/outbox.ts'
import type { Handlers } from '../call/handler.ts'

export const tasks: Pick<Handlers, 'deliveryTasks' | 'registryTasks' | 'forcedTransferTasks'> = {
  deliveryTasks: ({ context, viewer, query }) =>
    listDeliveryTasks(context.database.kysely, viewer.tenant, query.status, query),
  registryTasks: ({ context, viewer, query }) =>
    listRegistryTasks(context.database.kysely, viewer.tenant, query.status, query),
  forcedTransferTasks: ({ context, viewer, query }) =>
    listForcedTransferTasks(context.database.kysely, viewer.tenant, query.status, query),
}

export const audit: Pick<Handlers, 'audit'> = {
  audit: ({ context, viewer, query }) => listAudit(context.database.kysely, viewer.tenant, query, query),
}

export const sync: Pick<Handlers, 'syncOperations' | 'retrySync'> = {
  syncOperations: ({ context, viewer, query }) =>
    listOperations(context.database.kysely, viewer.tenant, query, query),

  retrySync: async ({ context, viewer, body }) => {
    const ids = [...new Set(body.ids)].map((id) => {
      if (!/^[0-9]{1,15}$/.test(id)) throw invalid('ids', 'not an operation')
      return Number(id)
    })
    const retried = await retryOperations(context.database.kysely, viewer.tenant, ids)
    if (ids.length > 0 && retried === 0) throw new ApiError('notFound')
    context.wakeSync()
    return { retried }
  },
}
