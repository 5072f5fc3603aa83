// The audit: who changed what, or tried to. Lists of other things show and filter by the ids of the entries about them.
import type {
  Address,
  AuditAction,
  AuditEntry,
  AuditSource,
  CallQuery,
  Page,
  Paging,
  Seconds,
} from '@connex/protocol'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { nowSeconds } from '../engine/database.ts'
import type { Queryable } from '../engine/database.ts'
import { page } from '../lists/page.ts'

/** Rows in one statement, whose number of values is limited. */
const ROWS_AT_ONCE = 1_000

/** `block`: set for entries from ledger events, so that a chain reorg deletes them. */
export type NewAuditEntry = Omit<AuditEntry, 'auditId' | 'at'> & { at?: Seconds; block?: number }

export async function insertAuditEntries(db: Queryable, entries: readonly NewAuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  const [first, rest] = [entries.slice(0, ROWS_AT_ONCE), entries.slice(ROWS_AT_ONCE)]
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

/** A refused request may contain any text: NUL and lone surrogates, which no database stores, become U+FFFD. */
const toStorable = (text: string): string => text.replaceAll('\u0000', '\ufffd').toWellFormed()

/** A tenant's own entries, the newest first. */
export async function listAudit(
  db: Queryable,
  tenant: Address,
  { auditId, type, source, action, userAddr }: CallQuery<'audit'>,
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

const AUDIT_IDS = 20

/** For each entity the ids of the tenant's audit entries about it, the newest first, 20 at most, in one statement. */
export async function auditIdsOf(
  db: Queryable,
  tenant: Address,
  entityIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (entityIds.length === 0) return new Map()
  const rows = await db
    .selectFrom((from) =>
      from
        .selectFrom('audit')
        .select(['id', 'entity_id'])
        .select(sql<number>`row_number() OVER (PARTITION BY entity_id ORDER BY id DESC)`.as('nth'))
        .where('tenant', '=', tenant)
        .where('entity_id', 'in', entityIds)
        .as('found'),
    )
    .select(['id', 'entity_id'])
    .where('nth', '<=', AUDIT_IDS)
    .orderBy('id', 'desc')
    .execute()
  const ids = new Map<string, string[]>()
  for (const { id, entity_id } of rows) ids.set(entity_id, [...(ids.get(entity_id) ?? []), String(id)])
  return ids
}

/** Adds the ids of the audit entries about each item. `withAuditIds(db, tenant, deliveries, 'deliveryId')` */
export async function withAuditIds<Key extends string, Item extends Record<Key, string>>(
  db: Queryable,
  tenant: Address,
  items: readonly Item[],
  key: Key,
): Promise<(Item & { auditIds: string[] })[]> {
  const audited = await auditIdsOf(
    db,
    tenant,
    items.map((item) => item[key]),
  )
  return items.map((item) => ({ ...item, auditIds: audited.get(item[key]) ?? [] }))
}

/** Whether these entries of the tenant's audit are about one of the ids. `isAuditedAs(tenant, ['7'], sql`d.delivery_id`)` */
export const isAuditedAs = (
  tenant: Address,
  auditIds: readonly string[],
  ids: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT 1 FROM audit a WHERE a.tenant = ${tenant}
    AND a.id = ANY(${auditIds.map(Number)}::int8[]) AND a.entity_id IN (${ids}))`
