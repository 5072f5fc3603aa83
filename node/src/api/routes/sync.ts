import { listOperations, retryOperations } from '../../storage/sharing/outbox.ts'
import { ApiError, invalid } from '../../errors.ts'
import type { Handlers } from '../Handler.ts'

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
