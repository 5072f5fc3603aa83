// A change and its line in the audit are one database transaction: neither stands without the other.
import type { Address, AuditAction, CallName } from '@connex/protocol'
import { insertAuditEntries } from '../storage/queries/audit.ts'
import type { Queryable } from '../storage/engine/database.ts'
import type { ApiContext } from './ApiContext.ts'
import { auditEntryOf } from './auditEntryOf.ts'
import type { AuditedCall } from './auditEntryOf.ts'

/** Calls that wait for more than the database: meanwhile they hold no transaction, and store by `change`. */
const WAITING: readonly CallName[] = [
  'publishRawTx',
  'registerTenant',
  'updateTenant',
  'confirmWorkflow',
  'rejectWorkflow',
  'revokeWorkflow',
  'uploadDocument',
]

export type Changing = {
  context: ApiContext
  /** Does the work in one transaction with its line in the audit. */
  change: <Result>(work: (trx: Queryable) => Promise<Result>, action?: AuditAction) => Promise<Result>
  /** What the audit cannot read off the call: whose it is, and what it is besides. */
  note: (what: { tenantAddr?: Address; also?: AuditAction }) => void
}

export async function runChange<Answer>(
  context: ApiContext,
  call: AuditedCall,
  handle: (changing: Changing) => Promise<Answer>,
): Promise<Answer> {
  let tenantAddr: Address | undefined
  const also: AuditAction[] = []
  let isWritten = false
  const note: Changing['note'] = (what) => {
    tenantAddr = what.tenantAddr ?? tenantAddr
    if (what.also !== undefined) also.push(what.also)
  }

  async function writeDown(trx: Queryable, answer: unknown, action?: AuditAction): Promise<void> {
    const done = { outcome: 'DONE', status: 200, answer, tenantAddr } as const
    const actions = [action, ...also.splice(0)]
    await insertAuditEntries(
      trx,
      actions.map((one) => auditEntryOf(call, { ...done, action: one })),
    )
    isWritten = true
  }

  const inOne: Changing['change'] = (work, action) =>
    context.database.kysely.transaction().execute(async (trx) => {
      const result = await work(trx)
      await writeDown(trx, result, action)
      return result
    })

  if (WAITING.includes(call.name)) {
    const answer = await handle({ context, change: inOne, note })
    if (!isWritten) await writeDown(context.database.kysely, answer)
    return answer
  }
  // Who is woken before the transaction ends finds nothing to do.
  let mustWake = false
  const answer = await inOne((trx) =>
    handle({
      context: {
        ...context,
        database: { ...context.database, kysely: trx },
        wakeSync: () => {
          mustWake = true
        },
      },
      change: (work) => work(trx),
      note,
    }),
  )
  if (mustWake) context.wakeSync()
  return answer
}
