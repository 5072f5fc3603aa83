// Who changed what, or tried to.
import type { Address, AuditAction, AuditEntry, AuditSource, Page, Paging, Seconds } from '@connex/protocol'
import { page } from './page.ts'
import { nowSeconds } from './queryable.ts'
import type { Queryable } from './queryable.ts'

/** In one statement, which takes so many values only. */
const AT_ONCE = 1_000

/** `block`: of what the ledger tells, so that it goes with it. */
export type NewAuditEntry = Omit<AuditEntry, 'auditId' | 'at'> & { at?: Seconds; block?: number }

export async function insertAuditEntries(db: Queryable, entries: readonly NewAuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  const [first, rest] = [entries.slice(0, AT_ONCE), entries.slice(AT_ONCE)]
  await db
    .insertInto('audit')
    .values(
      first.map((entry) => ({
        at: entry.at ?? nowSeconds(),
        tenant: entry.tenantAddr,
        user_address: entry.userAddr,
        source: entry.source,
        action: entry.action,
        entity: entry.type,
        entity_id: toStorable(entry.entityId),
        outcome: entry.outcome,
        data: JSON.stringify({ call: entry.call, status: entry.status, txHash: entry.txHash }),
        from_block: entry.block ?? null,
      })),
    )
    .execute()
  await insertAuditEntries(db, rest)
}

/** A refused request may name anything: NUL and halves of characters, which no database stores, become U+FFFD. */
const toStorable = (text: string): string => text.replaceAll('\u0000', '\ufffd').toWellFormed()

export type AuditFilters = {
  auditId?: readonly string[] | undefined
  type?: string | undefined
  source?: AuditSource | undefined
  action?: readonly AuditAction[] | undefined
  userAddr?: Address | undefined
}

/** A tenant's own, the newest first. */
export async function listAudit(
  db: Queryable,
  tenant: Address,
  { auditId, type, source, action, userAddr }: AuditFilters,
  paging: Paging,
): Promise<Page<AuditEntry>> {
  let found = db.selectFrom('audit').selectAll().where('tenant', '=', tenant)
  if (auditId !== undefined) found = found.where('id', 'in', auditId.map(Number))
  if (type !== undefined) found = found.where('entity', '=', type)
  if (source !== undefined) found = found.where('source', '=', source)
  if (action !== undefined) found = found.where('action', 'in', action)
  if (userAddr !== undefined) found = found.where('user_address', '=', userAddr)
  const rows = await page(found, paging, {
    sorts: { at: 'id', action: 'action', type: 'entity', userAddr: 'user_address' },
    defaultSort: 'at',
    defaultOrder: 'desc',
    search: ['entity', 'entity_id', 'action', 'user_address'],
    unique: ['id'],
  })
  return {
    ...rows,
    items: rows.items.map((row) => ({
      auditId: String(row.id),
      at: row.at,
      tenantAddr: tenant,
      userAddr: row.user_address as Address,
      source: row.source as AuditSource,
      action: row.action as AuditAction,
      type: row.entity,
      entityId: row.entity_id,
      outcome: row.outcome as AuditEntry['outcome'],
      ...(row.data as Pick<AuditEntry, 'call' | 'status' | 'txHash'>),
    })),
  }
}
