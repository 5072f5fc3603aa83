// Deletes private data that never reached the ledger. What the calldata of a workflow names survives while the workflow is open,
// and for a while after it has ended: an approver may come days later, and an end can be taken back by a chain reorg.
import type { WorkflowBatch } from '@connex/protocol'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from '../engine/database.ts'

/** Deletes what was stored before this time, unless a workflow that is open, or has ended since, names it. */
export async function deleteExpiredDetails(db: Queryable, storedBefore: number): Promise<void> {
  const expired = await listExpired(db, storedBefore)
  if (expired.size === 0) return
  const { ids, values } = await listNamed(db, storedBefore, expired)
  await sql`
    DELETE FROM delivery_details d WHERE d.status = 'PENDING' AND d.stored_at < ${storedBefore}
      AND NOT ${isNamed(sql`d.delivery_id`, sql`d.tenant`, ids)}`.execute(db)
  await sql`
    DELETE FROM instrument_details d WHERE d.status = 'PENDING' AND d.stored_at < ${storedBefore}
      AND NOT ${isNamed(sql`d.fingerprint`, sql`d.tenant`, values)}`.execute(db)
  await sql`
    DELETE FROM private_records r WHERE r.status = 'PENDING' AND r.created_at < ${storedBefore}
      AND NOT ${isNamed(sql`r.entity_id`, sql`r.tenant`, ids)}
      AND NOT ${isNamed(sql`r.fingerprint`, sql`r.tenant`, values)}
      AND NOT EXISTS (SELECT FROM unnest(r.awaits) AS a(fp) WHERE ${isNamed(sql`a.fp`, sql`r.tenant`, values)})`.execute(
    db,
  )
}

/** By what expired data could be named: its delivery, or its fingerprint. */
async function listExpired(db: Queryable, storedBefore: number): Promise<Set<string>> {
  const { rows } = await sql<{ word: string }>`
    SELECT delivery_id AS word FROM delivery_details WHERE status = 'PENDING' AND stored_at < ${storedBefore}
    UNION SELECT fingerprint FROM instrument_details WHERE status = 'PENDING' AND stored_at < ${storedBefore}
    UNION SELECT unnest(ARRAY[entity_id, fingerprint] || awaits) FROM private_records
      WHERE status = 'PENDING' AND created_at < ${storedBefore}`.execute(db)
  return new Set(rows.map(({ word }) => word))
}

/** Words of 32 bytes, each with the tenant whose workflow has it. */
type Named = { tenants: string[]; values: string[] }

const isNamed = (word: RawBuilder<unknown>, tenant: RawBuilder<unknown>, named: Named): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT FROM unnest(${named.tenants}::text[], ${named.values}::text[]) AS n(tenant, word)
    WHERE n.word = ${word} AND n.tenant = ${tenant})`

const PAGE = 100

/** `ids`: what each call is about, its first argument. `values`: every argument, fingerprints among them. */
async function listNamed(
  db: Queryable,
  endedSince: number,
  expired: ReadonlySet<string>,
): Promise<{ ids: Named; values: Named }> {
  const ids: Named = { tenants: [], values: [] }
  const values: Named = { tenants: [], values: [] }
  for (let after = ''; ;) {
    const rows = await listBatches(db, endedSince, after)
    for (const { tenant, word, place } of rows.flatMap(argumentsIn)) {
      if (!expired.has(word)) continue
      for (const named of place === 0 ? [ids, values] : [values]) {
        named.tenants.push(tenant)
        named.values.push(word)
      }
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return { ids, values }
    after = last.id
  }
}

const listBatches = (db: Queryable, endedSince: number, after: string) =>
  db
    .selectFrom('workflows')
    .select(['id', 'tenant', 'batch'])
    .where('id', '>', after)
    .where((where) =>
      where.or([where('state', 'in', ['PENDING', 'CONFIRMED']), where('updated_at', '>=', endedSince)]),
    )
    .orderBy('id')
    .limit(PAGE)
    .execute()

/** The arguments of each call, word by word, behind the four bytes of its function. */
const argumentsIn = ({ tenant, batch }: { tenant: string; batch: unknown }) =>
  (batch as WorkflowBatch).calls.flatMap(({ data }) =>
    (data.slice(10).match(/[0-9a-f]{64}/g) ?? []).map((digits, place) => ({
      tenant,
      word: `0x${digits}`,
      place,
    })),
  )
