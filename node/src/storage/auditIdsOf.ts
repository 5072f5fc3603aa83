import { sql } from 'kysely'
import type { Address } from '@connex/protocol'
import type { Queryable } from './queryable.ts'

const AUDIT_IDS = 20

/** Of each thing the ids of a tenant's own audit that are about it, the newest first, 20 at most, in one statement. */
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

/** Each with the ids of what was done to it. `withAuditIds(db, tenant, deliveries, 'deliveryId')` */
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
