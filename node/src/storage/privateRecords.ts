// Private data of tenants beside the details of deliveries and instruments: each row is one hosted tenant's own copy.
import type { Address, DeliveryId, ExternalAuditLog, Fingerprint, Page, Paging } from '@connex/protocol'
import { sql } from 'kysely'
import { page } from './page.ts'
import { nowSeconds } from './queryable.ts'
import type { Queryable } from './queryable.ts'
import type { PushedRecordKind, RecordKind } from './recordTables.ts'

export type PrivateRecord = {
  fingerprint: Fingerprint
  entityId: string
  type: string
  data: unknown
  authorTenantAddr: Address
  authorAddr: Address
  createdAt: number
}

export type NewPrivateRecord = {
  kind: RecordKind
  fingerprint: Fingerprint
  entityId: string
  type: string
  /** What was sent, without who pushed it. */
  data: unknown
  authorTenant: Address
  authorAddress: Address
  proof: unknown
  /** Other tenants that get it. */
  sharedWith: readonly Address[]
}

/** The same again changes nothing. */
export async function storePrivateRecord(
  db: Queryable,
  tenants: readonly Address[],
  record: NewPrivateRecord,
): Promise<void> {
  if (tenants.length === 0) return
  const { kind, fingerprint, entityId, type, authorTenant, authorAddress, proof, sharedWith } = record
  await db
    .insertInto('private_records')
    .values(
      tenants.map((tenant) => ({
        tenant,
        kind,
        fingerprint,
        entity_id: entityId,
        type,
        data: JSON.stringify(record.data),
        author_tenant: authorTenant,
        author_address: authorAddress,
        proof: proof === undefined ? null : JSON.stringify(proof),
        shared_with: [...sharedWith],
        created_at: nowSeconds(),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export type PrivateFilters = {
  kinds: readonly RecordKind[]
  entityIds?: readonly string[] | undefined
  fingerprints?: readonly Fingerprint[] | undefined
  type?: string | undefined
}

/** What a tenant holds, the oldest first. */
export async function listPrivateRecords(
  db: Queryable,
  tenant: Address,
  { kinds, entityIds, fingerprints, type }: PrivateFilters,
  paging: Paging,
): Promise<Page<PrivateRecord>> {
  let found = db
    .selectFrom('private_records')
    .select([
      'fingerprint',
      'entity_id as entityId',
      'type',
      'data',
      'author_tenant as authorTenantAddr',
      'author_address as authorAddr',
      'created_at as createdAt',
    ])
    .where('tenant', '=', tenant)
    .where('kind', 'in', kinds)
  if (entityIds !== undefined) found = found.where('entity_id', 'in', entityIds)
  if (fingerprints !== undefined) found = found.where('fingerprint', 'in', fingerprints)
  if (type !== undefined) found = found.where('type', '=', type)
  return page(found, paging, {
    sorts: { createdAt: 'created_at', type: 'type' },
    defaultSort: 'createdAt',
    search: ['data', 'type'],
    unique: ['fingerprint'],
  })
}

export async function findPrivateRecord(
  db: Queryable,
  tenant: Address,
  kind: RecordKind,
  fingerprint: Fingerprint,
): Promise<{ data: unknown; entity_id: string; author_tenant: Address } | undefined> {
  return db
    .selectFrom('private_records')
    .select(['data', 'entity_id', 'author_tenant'])
    .where('tenant', '=', tenant)
    .where('kind', '=', kind)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()
}

/** What other systems noted, by delivery, in the order of their times there. */
export async function listExternalAuditLogs(
  db: Queryable,
  tenant: Address,
  deliveryIds: readonly DeliveryId[],
): Promise<Map<DeliveryId, ExternalAuditLog[]>> {
  const rows = await db
    .selectFrom('private_records')
    .select(['entity_id', 'data'])
    .where('tenant', '=', tenant)
    .where('kind', '=', 'EXTERNAL_AUDIT_LOG')
    .where('entity_id', 'in', deliveryIds)
    .orderBy(sql`(data->>'at')::int8`)
    .orderBy('fingerprint')
    .execute()
  const logs = new Map<DeliveryId, ExternalAuditLog[]>()
  for (const row of rows) {
    const id = row.entity_id as DeliveryId
    logs.set(id, [...(logs.get(id) ?? []), row.data as ExternalAuditLog])
  }
  return logs
}

type Push = {
  kind: PushedRecordKind
  entityId: string
  fingerprint: Fingerprint
  dapp: Address
  sender: Address
  /** Tenants that are not hosted here. */
  destinations: readonly Address[]
}

/** A row for each other tenant's server; a tenant without one is noted as not eligible. */
export async function enqueueRecord(
  db: Queryable,
  { kind, entityId, fingerprint, dapp, sender, destinations }: Push,
): Promise<void> {
  if (destinations.length === 0) return
  const now = nowSeconds()
  await sql`
    INSERT INTO outbox (event, entity_id, fingerprint, dapp, sending_tenant, destination_tenant, status, attempts,
      next_attempt_at, created_at, updated_at)
    SELECT ${kind}, ${entityId}, ${fingerprint}, ${dapp}, ${sender}, t.address,
      CASE WHEN t.api_url = '' THEN 'NO_ELIGIBLE_TENANTS' ELSE 'PENDING' END, 0,
      CASE WHEN t.api_url = '' THEN NULL ELSE ${now}::int8 END, ${now}, ${now}
    FROM tenants t
    WHERE t.to_block IS NULL AND t.is_registered AND t.address = ANY(${[...destinations]}::text[])
    ON CONFLICT DO NOTHING`.execute(db)
}
