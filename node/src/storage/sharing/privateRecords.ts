// Private data beside the details of deliveries and instruments: comments, reasons, forced transfers, entries. Each row is one
// hosted tenant's own copy. Once the ledger has what a record awaits, every hosted party gets a copy, and for each other
// party the outbox gets a row.
import { ZERO_ADDRESS } from '@connex/protocol'
import type {
  Address,
  DeliveryId,
  DetailsStatus,
  ExternalAuditLog,
  Fingerprint,
  Page,
  Paging,
  RegistryId,
} from '@connex/protocol'
import { sql } from 'kysely'
import type { Insertable, RawBuilder } from 'kysely'
import { nowSeconds } from '../engine/database.ts'
import type { Queryable } from '../engine/database.ts'
import { page } from '../lists/page.ts'
import { isOnLedger } from '../projections/onLedger.ts'
import type { PrivateRecordsTable, RecordKind } from '../schema/recordTables.ts'
import type { ReconciledDetails } from './deliveryDetails.ts'

export type PrivateRecord = {
  fingerprint: Fingerprint
  entityId: string
  type: string
  /** Null if it does not have this fingerprint. */
  data: unknown
  authorTenantAddr: Address
  /** Zero, and no name, of another tenant's user, also of one whose tenant this server hosts. */
  authorAddr: Address
  authorName: string | null
  status: DetailsStatus
  createdAt: number
}

export type NewPrivateRecord = {
  kind: RecordKind
  fingerprint: Fingerprint
  entityId: string
  type: string
  /** The body's own fields, without the pushing tenant. */
  data: unknown
  authorTenant: Address
  authorAddress: Address
  proof: unknown
  status: DetailsStatus
  /** The contract that it is about, or the zero address. */
  dapp: Address
  /** Fingerprints that the ledger must have before others get it. */
  awaits: readonly Fingerprint[]
  /** The other tenants that get it. */
  sharedWith: readonly Address[]
}

/** A record that stays with its tenant and awaits nothing from the ledger. */
export const localRecord = { status: 'SYNCED', dapp: ZERO_ADDRESS, awaits: [], sharedWith: [] } as const

const REPLACED = [
  'entity_id',
  'type',
  'data',
  'author_tenant',
  'author_address',
  'proof',
  'shared_with',
  'status',
  'dapp',
  'awaits',
  'created_at',
] as const

/**
 * Stores records. If the author stores the same record again, it is sent again to those it has not reached. A record with a
 * wrong fingerprint is replaced by the right one; nothing else is replaced.
 */
export async function storePrivateRecords(
  db: Queryable,
  tenants: readonly Address[],
  records: readonly NewPrivateRecord[],
): Promise<void> {
  const rows = new Map(
    tenants.flatMap((tenant) =>
      records.map(
        (record) => [`${tenant} ${record.kind} ${record.fingerprint}`, rowOf(tenant, record)] as const,
      ),
    ),
  )
  if (rows.size === 0) return
  await db
    .insertInto('private_records')
    .values([...rows.values()])
    .onConflict((conflict) =>
      conflict
        .columns(['tenant', 'kind', 'fingerprint'])
        .doUpdateSet((row) => Object.fromEntries(REPLACED.map((name) => [name, row.ref(`excluded.${name}`)])))
        .where(
          sql<boolean>`excluded.status <> 'FINGERPRINT_MISMATCH' AND (
            private_records.status = 'FINGERPRINT_MISMATCH' OR (
              private_records.author_tenant = excluded.author_tenant AND excluded.status = 'PENDING'))`,
        ),
    )
    .execute()
}

const rowOf = (tenant: Address, record: NewPrivateRecord): Insertable<PrivateRecordsTable> => ({
  tenant,
  kind: record.kind,
  fingerprint: record.fingerprint,
  entity_id: record.entityId,
  type: record.type,
  data: JSON.stringify(record.data),
  author_tenant: record.authorTenant,
  author_address: record.authorAddress,
  proof: record.proof === undefined ? null : JSON.stringify(record.proof),
  shared_with: [...record.sharedWith],
  status: record.status,
  dapp: record.dapp,
  awaits: [...record.awaits],
  created_at: nowSeconds(),
})

export type PrivateFilters = {
  kinds: readonly RecordKind[]
  entityIds?: readonly string[] | undefined
  fingerprints?: readonly Fingerprint[] | undefined
  type?: string | undefined
  /** Of rows of `private_records`. */
  condition?: RawBuilder<boolean> | undefined
}

/** A tenant's records, the oldest first. */
export async function listPrivateRecords(
  db: Queryable,
  tenant: Address,
  { kinds, entityIds, fingerprints, type, condition }: PrivateFilters,
  paging: Paging,
): Promise<Page<PrivateRecord>> {
  let found = db
    .selectFrom('private_records')
    .select([
      'fingerprint',
      'entity_id as entityId',
      'type',
      sql`CASE WHEN status = 'FINGERPRINT_MISMATCH' THEN NULL ELSE data END`.as('data'),
      'author_tenant as authorTenantAddr',
      sql<Address>`CASE WHEN author_tenant = tenant THEN author_address ELSE ${ZERO_ADDRESS} END`.as(
        'authorAddr',
      ),
      sql<
        string | null
      >`(SELECT u.name FROM users u WHERE u.tenant = author_tenant AND author_tenant = ${tenant}
        AND u.address = author_address)`.as('authorName'),
      'status',
      'created_at as createdAt',
    ])
    .where('tenant', '=', tenant)
    .where('kind', 'in', kinds)
  if (entityIds !== undefined) found = found.where('entity_id', 'in', entityIds)
  if (fingerprints !== undefined) found = found.where('fingerprint', 'in', fingerprints)
  if (type !== undefined) found = found.where('type', '=', type)
  if (condition !== undefined) found = found.where(condition)
  return page(found, paging, {
    sorts: { createdAt: 'created_at', type: 'type' },
    defaultSort: 'createdAt',
    search: ['data', 'type'],
    unique: ['fingerprint'],
  })
}

export type HeldRecord = { data: unknown; entity_id: string; author_tenant: Address; status: DetailsStatus }

export async function findPrivateRecord(
  db: Queryable,
  tenant: Address,
  kind: RecordKind,
  fingerprint: Fingerprint,
): Promise<HeldRecord | undefined> {
  return db
    .selectFrom('private_records')
    .select(['data', 'entity_id', 'author_tenant', 'status'])
    .where('tenant', '=', tenant)
    .where('kind', '=', kind)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()
}

/** Other systems' log entries for each delivery, in the order of their times there. */
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

/** Whether the ledger has what a record awaits. Movements without a fingerprint count `since` a time only. */
export async function isRecordOnLedger(
  db: Queryable,
  record: Pick<NewPrivateRecord, 'kind' | 'entityId' | 'type' | 'dapp' | 'awaits' | 'data'>,
  since = 0,
): Promise<boolean> {
  const { kind, entityId, type, dapp, awaits, data } = record
  const { rows } = await sql<{ is_on_ledger: boolean }>`
    SELECT ${isOnLedger} AS is_on_ledger FROM (SELECT ${kind}::text AS kind, ${entityId}::text AS entity_id,
      ${type}::text AS type, ${dapp}::text AS dapp, ${[...awaits]}::text[] AS awaits,
      ${JSON.stringify(data)}::jsonb AS data, ${since}::int8 AS created_at) r`.execute(db)
  return rows[0]?.is_on_ledger === true
}

/** Records about some registries or deliveries, or those that an author has just stored. */
export type Waiting =
  { changed: readonly (RegistryId | DeliveryId)[] } | { author: Address; entityIds: readonly string[] }

/** Call it in the transaction that indexes the registries' and the deliveries' events, or that stores the records. */
export async function distributePrivateRecords(
  trx: Queryable,
  waiting: Waiting,
  hostedTenants: readonly Address[],
): Promise<ReconciledDetails[]> {
  const entityIds = 'author' in waiting ? waiting.entityIds : waiting.changed
  if (entityIds.length === 0) return []
  const ofAuthor = 'author' in waiting ? sql`AND r.tenant = ${waiting.author}` : sql``
  const { rows } = await sql<ReconciledDetails & Key>`
    UPDATE private_records r SET status = 'SYNCED'
    WHERE r.status = 'PENDING' AND r.entity_id = ANY(${[...entityIds]}::text[]) ${ofAuthor} AND ${isOnLedger}
    RETURNING r.tenant, r.entity_id AS id, r.kind, r.fingerprint`.execute(trx)
  if (rows.length === 0) return []
  const reconciled = keysOf(rows)
  const copied = await copyToHosted(trx, reconciled, hostedTenants)
  await enqueueForOthers(trx, reconciled, hostedTenants)
  return [...rows.map(({ tenant, id }) => ({ tenant, id })), ...copied]
}

type Key = { kind: string; fingerprint: string }

/** The authors' own records among the reconciled ones: only these go to others. */
const keysOf = (rows: readonly (ReconciledDetails & Key)[]): RawBuilder<unknown> => sql`(
  SELECT r.* FROM private_records r JOIN unnest(
    ${rows.map(({ tenant }) => tenant)}::text[], ${rows.map(({ kind }) => kind)}::text[],
    ${rows.map(({ fingerprint }) => fingerprint)}::text[]) AS k(tenant, kind, fingerprint)
  ON r.tenant = k.tenant AND r.kind = k.kind AND r.fingerprint = k.fingerprint AND r.author_tenant = r.tenant)`

async function copyToHosted(
  trx: Queryable,
  reconciled: RawBuilder<unknown>,
  hosted: readonly Address[],
): Promise<ReconciledDetails[]> {
  const { rows } = await sql<ReconciledDetails>`
    INSERT INTO private_records (tenant, kind, fingerprint, entity_id, type, data, author_tenant, author_address,
      proof, shared_with, status, dapp, awaits, created_at)
    SELECT p.tenant, s.kind, s.fingerprint, s.entity_id, s.type, s.data, s.author_tenant, s.author_address,
      s.proof, '{}', 'SYNCED', s.dapp, s.awaits, ${nowSeconds()}::int8
    FROM ${reconciled} s CROSS JOIN LATERAL unnest(s.shared_with) AS p(tenant)
    WHERE p.tenant = ANY(${[...hosted]}::text[])
    ON CONFLICT (tenant, kind, fingerprint) DO UPDATE SET data = excluded.data, status = 'SYNCED'
      WHERE private_records.status <> 'SYNCED'
    RETURNING tenant, entity_id AS id`.execute(trx)
  return rows
}

/** Single entries go with the others of their call. A push to a tenant without a server gets NO_ELIGIBLE_TENANTS. */
async function enqueueForOthers(
  trx: Queryable,
  reconciled: RawBuilder<unknown>,
  hosted: readonly Address[],
): Promise<void> {
  const now = nowSeconds()
  await sql`
    INSERT INTO outbox (event, entity_id, fingerprint, dapp, sending_tenant, destination_tenant, status, attempts,
      next_attempt_at, created_at, updated_at)
    SELECT s.kind, s.entity_id, s.fingerprint, s.dapp, s.tenant, t.address,
      CASE WHEN t.api_url = '' THEN 'NO_ELIGIBLE_TENANTS' ELSE 'PENDING' END, 0,
      CASE WHEN t.api_url = '' THEN NULL ELSE ${now}::int8 END, ${now}::int8, ${now}::int8
    FROM ${reconciled} s CROSS JOIN LATERAL unnest(s.shared_with) AS p(tenant)
    JOIN tenants t ON t.to_block IS NULL AND t.is_registered AND t.address = p.tenant
    WHERE s.kind <> 'ENTRY' AND NOT p.tenant = ANY(${[...hosted]}::text[])
    ON CONFLICT DO NOTHING`.execute(trx)
}
