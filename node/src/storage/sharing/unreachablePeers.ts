// Tenants whose server does not answer. All pushes to such a server wait together: one push at a time probes it, in any number
// of processes, and the first answer makes all of them due.
import { sql } from 'kysely'
import type { Address } from '@connex/protocol'
import { nowSeconds } from '../engine/database.ts'
import type { Queryable } from '../engine/database.ts'
import { isDue, LEASE_SECONDS, LONGEST_PEER_WAIT_SECONDS, retryDelay } from './retryDelay.ts'

/** Delays the next probe of a server that did not answer, longer after each failure. */
export async function recordUnreachable(db: Queryable, tenant: Address): Promise<void> {
  const peer = await db
    .selectFrom('unreachable_peers')
    .select('failures')
    .where('tenant', '=', tenant)
    .executeTakeFirst()
  const failures = peer?.failures ?? 0
  const next_probe_at = nowSeconds() + retryDelay(failures, LONGEST_PEER_WAIT_SECONDS)
  await db
    .insertInto('unreachable_peers')
    .values({ tenant, failures: failures + 1, next_probe_at })
    .onConflict((conflict) =>
      conflict.column('tenant').doUpdateSet({ failures: failures + 1, next_probe_at }),
    )
    .execute()
}

/** Removes a server that has answered, if only with a refusal. */
export async function recordAnswer(db: Queryable, tenant: Address): Promise<void> {
  await db.deleteFrom('unreachable_peers').where('tenant', '=', tenant).execute()
}

/** Returns a probe that was taken and not made. */
export async function releaseProbe(db: Queryable, tenant: Address): Promise<void> {
  await db
    .updateTable('unreachable_peers')
    .set({ next_probe_at: nowSeconds() })
    .where('tenant', '=', tenant)
    .execute()
}

/** Makes the next probe due now unless one is under way. Returns whether this changed anything. */
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

/** Takes the due probes, and leases them so that no other process makes them. */
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
