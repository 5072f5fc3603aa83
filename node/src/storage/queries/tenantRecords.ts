// A tenant's own records by key: templates, presets, partners, configuration.
import { sql } from 'kysely'
import type { Address, Page, Paging } from '@connex/protocol'
import { page } from '../lists/page.ts'
import { nowSeconds } from '../engine/database.ts'
import type { Queryable } from '../engine/database.ts'
import type { TenantRecordKind } from '../schema/recordTables.ts'

export type TenantRecord = { key: string; data: unknown; createdAt: number; updatedAt: number }

export type RecordFilters = {
  /** Any of these keys. */
  keys?: readonly string[] | undefined
  /** The start of the key. */
  prefix?: string | undefined
  /** A field of the data with this value. */
  member?: readonly [name: string, value: string] | undefined
}

const COLUMNS = ['key', 'data', 'created_at as createdAt', 'updated_at as updatedAt'] as const

/** In the order of their keys. */
export async function listTenantRecords(
  db: Queryable,
  tenant: Address,
  kind: TenantRecordKind,
  { keys, prefix, member }: RecordFilters,
  paging: Paging,
): Promise<Page<TenantRecord>> {
  let found = db
    .selectFrom('tenant_records')
    .select(COLUMNS)
    .where('tenant', '=', tenant)
    .where('kind', '=', kind)
  if (keys !== undefined) found = found.where('key', 'in', keys)
  if (prefix !== undefined) found = found.where(sql<boolean>`starts_with(key, ${prefix})`)
  if (member !== undefined) found = found.where(sql<boolean>`data->>${member[0]} = ${member[1]}`)
  return page(found, paging, {
    sorts: { key: 'key', createdAt: 'created_at', updatedAt: 'updated_at' },
    defaultSort: 'key',
    search: ['key', 'data'],
    unique: ['key'],
  })
}

/** The first records of each kind, in one statement. */
export async function firstTenantRecords(
  db: Queryable,
  tenant: Address,
  kinds: readonly TenantRecordKind[],
  limit: number,
): Promise<(TenantRecord & { kind: TenantRecordKind })[]> {
  return db
    .selectFrom((from) =>
      from
        .selectFrom('tenant_records')
        .selectAll()
        .select(sql<number>`row_number() OVER (PARTITION BY kind ORDER BY key)`.as('nth'))
        .where('tenant', '=', tenant)
        .where('kind', 'in', kinds)
        .as('found'),
    )
    .select(['kind', ...COLUMNS])
    .where('nth', '<=', limit)
    .orderBy('kind')
    .orderBy('key')
    .execute()
}

export async function findTenantRecord(
  db: Queryable,
  tenant: Address,
  kind: TenantRecordKind,
  key: string,
): Promise<TenantRecord | undefined> {
  return db
    .selectFrom('tenant_records')
    .select(COLUMNS)
    .where('tenant', '=', tenant)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst()
}

/** Inserts or replaces a record. */
export async function putTenantRecord(
  db: Queryable,
  tenant: Address,
  kind: TenantRecordKind,
  key: string,
  data: unknown,
): Promise<TenantRecord> {
  const now = nowSeconds()
  return db
    .insertInto('tenant_records')
    .values({ tenant, kind, key, data: JSON.stringify(data), created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant', 'kind', 'key'])
        .doUpdateSet({ data: JSON.stringify(data), updated_at: now }),
    )
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

/** Returns false if there was none. */
export async function deleteTenantRecord(
  db: Queryable,
  tenant: Address,
  kind: TenantRecordKind,
  key: string,
): Promise<boolean> {
  const deleted = await db
    .deleteFrom('tenant_records')
    .where('tenant', '=', tenant)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .returning('key')
    .execute()
  return deleted.length === 1
}
