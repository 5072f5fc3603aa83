// What a tenant has to do and what was done: tasks, the audit trail, and pushes to other servers.
import { ApiError, invalid } from '../../common/errors.ts'
import { listAudit } from '../../storage/queries/audit.ts'
import { listDeliveryTasks, listForcedTransferTasks, listRegistryTasks } from '../../storage/queries/tasks.ts'
import { enqueueHeldDetails } from '../../storage/sharing/deliveryDetails.ts'
import { listOperations, resendTo, retryOperations } from '../../storage/sharing/outbox.ts'
import type { Handlers } from '../call/handler.ts'

export const activity = {
  deliveryTasks: ({ context, viewer, query }) =>
    listDeliveryTasks(context.database.kysely, viewer.tenant, query.status, query),

  registryTasks: ({ context, viewer, query }) =>
    listRegistryTasks(context.database.kysely, viewer.tenant, query.status, query),

  forcedTransferTasks: ({ context, viewer, query }) =>
    listForcedTransferTasks(context.database.kysely, viewer.tenant, query.status, query),

  audit: ({ context, viewer, query }) => listAudit(context.database.kysely, viewer.tenant, query, query),

  syncOperations: ({ context, viewer, query }) =>
    listOperations(context.database.kysely, viewer.tenant, query, query),

  retrySync: async ({ context, viewer, body }) => {
    const ids = [...new Set(body.ids)].map((id) => {
      if (!/^[0-9]{1,15}$/.test(id)) throw invalid('ids', 'is not an operation id')
      return Number(id)
    })
    const retried = await retryOperations(context.database.kysely, viewer.tenant, ids)
    if (ids.length > 0 && retried === 0) throw new ApiError('notFound')
    context.wakeSync()
    return { retried }
  },

  resendSync: async ({ context, change, viewer, body: { destinationTenantAddr } }) => {
    const queued = await change(async (trx) => {
      await enqueueHeldDetails(trx, viewer.tenant, destinationTenantAddr)
      return resendTo(trx, viewer.tenant, destinationTenantAddr)
    })
    if (queued === 0) throw new ApiError('notFound')
    context.wakeSync()
    return { queued }
  },
} satisfies Partial<Handlers>
