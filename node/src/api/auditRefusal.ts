// A refused change has changed nothing: its line in the audit is a transaction of its own, before the answer leaves. Who
// could not be told apart from anybody is not written down: that is the failure limit's business.
import type { FastifyReply } from 'fastify'
import { insertAuditEntries } from '../storage/queries/audit.ts'
import type { ApiContext } from './ApiContext.ts'
import { auditEntryOf } from './auditEntryOf.ts'
import type { AuditedCall } from './auditEntryOf.ts'

type Context = Pick<ApiContext, 'database' | 'log'>

export async function auditRefusal(
  { database, log }: Context,
  call: AuditedCall,
  reply: FastifyReply,
): Promise<void> {
  const entry = auditEntryOf(call, { outcome: 'REFUSED', status: reply.statusCode })
  await insertAuditEntries(database.kysely, [entry]).catch((error: unknown) =>
    log.error({ err: error, call: call.name }, 'a refusal could not be written down'),
  )
}
