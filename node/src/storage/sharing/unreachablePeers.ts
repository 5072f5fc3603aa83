// Tenants whose server does not answer. Their pushes wait for the server and not each for itself: one push at a time tries
// it, whatever the number of processes, and the first answer makes all of them due.
import { sql } from 'kysely'
import type { Address } from '@connex/protocol'
import { nowSeconds } from '../engine/database.ts'
import type { Queryable } from '../engine/database.ts'
import { isDue, LEASE_SECONDS, LONGEST_PEER_WAIT_SECONDS, retryDelay } from './retryDelay.ts'

/** The server has not answered: it is left alone for a while, longer after each failure. */
export async function recordUnreachable(db: Queryable, tenant: Address): Promise<void> {
  const known = await db
    .selectFrom('unreachable_peers')
    .select('failures')
    .where('tenant', '=', tenant)
    .executeTakeFirst()
  const failures = known?.failures ?? 0
  const next_probe_at = nowSeconds() + retryDelay(failures, LONGEST_PEER_WAIT_SECONDS)
  await db
    .insertInto('unreachable_peers')
    .values({ tenant, failures: failures + 1, next_probe_at })
    .onConflict((conflict) =>
      conflict.column('tenant').doUpdateSet({ failures: failures + 1, next_probe_at }),
    )
    .execute()
}

/** The server has answered, if only with a refusal. */
export async function recordAnswer(db: Queryable, tenant: Address): Promise<void> {
  await db.deleteFrom('unreachable_peers').where('tenant', '=', tenant).execute()
}

/** Whoever was to try the server has not done it. */
export async function releaseProbe(db: Queryable, tenant: Address): Promise<void> {
  await db
    .updateTable('unreachable_peers')
    .set({ next_probe_at: nowSeconds() })
    .where('tenant', '=', tenant)
    .execute()
}

/** Makes the next try due now where none is under way; whether it was not due before. */
export async function expediteProbes(db: Queryable, tenants: readonly Address[]): Promise<boolean> {
  if (tenants.length === 0) return false
  const now = nowSeconds()
  const { numUpdatedRows } = await db
    .updateTable('unreachable_peers')
    .set({ next_probe_at: now })
    .where('tenant', 'in', tenants)
    .where('next_probe_at', '>', now)
    .where('next_probe_at', '<=', now + LONGEST_PEER_WAIT_SECONDS)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Takes the tries of servers that are due, so that no other process makes them as well. */
export async function takeProbes(db: Queryable, busy: readonly Address[]): Promise<Address[]> {
  const now = nowSeconds()
  const { rows } = await sql<{ tenant: Address }>`
    UPDATE unreachable_peers SET next_probe_at = ${now + LEASE_SECONDS}
    WHERE tenant IN (
      SELECT tenant FROM unreachable_peers p
      WHERE ${isDue(sql`next_probe_at`, now)} AND tenant <> ALL(${busy}::text[]) AND EXISTS (
        SELECT FROM outbox o WHERE o.destination_tenant = p.tenant AND ${isDue(sql`o.next_attempt_at`, now)})
      FOR UPDATE SKIP LOCKED)
    RETURNING tenant`.execute(db)
  return rows.map(({ tenant }) => tenant)
}
