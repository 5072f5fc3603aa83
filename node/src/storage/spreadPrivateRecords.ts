// What becomes of private records once the ledger has what they await: every party that is hosted here gets a copy of its
// own, and for each other one the outbox gets a row.
import type { Address, RegistryId } from '@connex/protocol'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { isOnLedger } from './isOnLedger.ts'
import { nowSeconds } from './queryable.ts'
import type { Queryable } from './queryable.ts'
import type { SettledDetails } from './spreadDeliveryDetails.ts'

/** Records about some registries, or those that a tenant has just stored. */
export type Waiting =
  { registries: readonly RegistryId[] } | { author: Address; entityIds: readonly string[] }

/** Call it in the transaction that indexes the registries' events, or that stores the records. */
export async function spreadPrivateRecords(
  trx: Queryable,
  waiting: Waiting,
  hostedTenants: readonly Address[],
): Promise<SettledDetails[]> {
  const entityIds = 'author' in waiting ? waiting.entityIds : waiting.registries
  if (entityIds.length === 0) return []
  const ofAuthor = 'author' in waiting ? sql`AND r.tenant = ${waiting.author}` : sql``
  const { rows } = await sql<SettledDetails & Key>`
    UPDATE private_records r SET status = 'SYNCED'
    WHERE r.status = 'PENDING' AND r.entity_id = ANY(${[...entityIds]}::text[]) ${ofAuthor} AND ${isOnLedger}
    RETURNING r.tenant, r.entity_id AS id, r.kind, r.fingerprint`.execute(trx)
  if (rows.length === 0) return []
  const settled = keysOf(rows)
  const copied = await copyToHosted(trx, settled, hostedTenants)
  await enqueueForOthers(trx, settled, hostedTenants)
  return [...rows.map(({ tenant, id }) => ({ tenant, id })), ...copied]
}

type Key = { kind: string; fingerprint: string }

/** The authors' own among the settled ones: only these go to others. */
const keysOf = (rows: readonly (SettledDetails & Key)[]): RawBuilder<unknown> => sql`(
  SELECT r.* FROM private_records r JOIN unnest(
    ${rows.map(({ tenant }) => tenant)}::text[], ${rows.map(({ kind }) => kind)}::text[],
    ${rows.map(({ fingerprint }) => fingerprint)}::text[]) AS k(tenant, kind, fingerprint)
  ON r.tenant = k.tenant AND r.kind = k.kind AND r.fingerprint = k.fingerprint AND r.author_tenant = r.tenant)`

async function copyToHosted(
  trx: Queryable,
  settled: RawBuilder<unknown>,
  hosted: readonly Address[],
): Promise<SettledDetails[]> {
  const { rows } = await sql<SettledDetails>`
    INSERT INTO private_records (tenant, kind, fingerprint, entity_id, type, data, author_tenant, author_address,
      proof, shared_with, status, dapp, awaits, created_at)
    SELECT p.tenant, s.kind, s.fingerprint, s.entity_id, s.type, s.data, s.author_tenant, s.author_address,
      s.proof, '{}', 'SYNCED', s.dapp, s.awaits, ${nowSeconds()}::int8
    FROM ${settled} s CROSS JOIN LATERAL unnest(s.shared_with) AS p(tenant)
    WHERE p.tenant = ANY(${[...hosted]}::text[])
    ON CONFLICT (tenant, kind, fingerprint) DO UPDATE SET data = excluded.data, status = 'SYNCED'
      WHERE private_records.status <> 'SYNCED'
    RETURNING tenant, entity_id AS id`.execute(trx)
  return rows
}

/** A single entry goes with the others of its call. A tenant without a server is noted as not eligible. */
async function enqueueForOthers(
  trx: Queryable,
  settled: RawBuilder<unknown>,
  hosted: readonly Address[],
): Promise<void> {
  const now = nowSeconds()
  await sql`
    INSERT INTO outbox (event, entity_id, fingerprint, dapp, sending_tenant, destination_tenant, status, attempts,
      next_attempt_at, created_at, updated_at)
    SELECT s.kind, s.entity_id, s.fingerprint, s.dapp, s.tenant, t.address,
      CASE WHEN t.api_url = '' THEN 'NO_ELIGIBLE_TENANTS' ELSE 'PENDING' END, 0,
      CASE WHEN t.api_url = '' THEN NULL ELSE ${now}::int8 END, ${now}::int8, ${now}::int8
    FROM ${settled} s CROSS JOIN LATERAL unnest(s.shared_with) AS p(tenant)
    JOIN tenants t ON t.to_block IS NULL AND t.is_registered AND t.address = p.tenant
    WHERE s.kind <> 'ENTRY' AND NOT p.tenant = ANY(${[...hosted]}::text[])
    ON CONFLICT DO NOTHING`.execute(trx)
}
