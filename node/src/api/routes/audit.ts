import { listAudit } from '../../storage/queries/audit.ts'
import type { Handlers } from '../Handler.ts'

export const audit: Pick<Handlers, 'audit'> = {
  audit: ({ context, viewer, query }) => listAudit(context.database.kysely, viewer.tenant, query, query),
}
