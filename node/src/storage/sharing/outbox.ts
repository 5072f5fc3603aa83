// Pushes of private data to other servers: waiting, sent or failed. The distribute functions write the rows; here a process
// takes those that are due and stores their results. While a server is unreachable, all its pushes wait for its next probe
// (unreachablePeers.ts).
import { sql } from 'kysely'
import type { RawBuilder, Selectable } from 'kysely'
import type { Address, CallQuery, Page, Paging, SyncEvent, SyncOperation, SyncStatus } from '@connex/protocol'
import { expediteProbes, releaseProbe, takeProbes } from './unreachablePeers.ts'
import { validAt } from '../projections/validAt.ts'
import { page } from '../lists/page.ts'
import { nowSeconds } from '../engine/database.ts'
import type { Queryable } from '../engine/database.ts'
import { isDue, LEASE_SECONDS } from './retryDelay.ts'
import type { OutboxTable } from '../schema/serverTables.ts'

export type OutboxRow = Selectable<OutboxTable>

/**
 * Takes due pushes, and leases them so that no other process takes them: none to `busy` destinations, and one at a time to an
 * unreachable server. They come in order, but failed pushes after those that were not tried yet: a push that always fails
 * delays no other.
 */
export async function takeDue(
  db: Queryable,
  limit: number,
  busy: readonly Address[] = [],
): Promise<OutboxRow[]> {
  const due = isDue(sql`next_attempt_at`, nowSeconds())
  const probed = await takeProbes(db, busy)
  const probes = sql`
    SELECT first.id FROM unnest(${probed}::text[]) AS peer (tenant) CROSS JOIN LATERAL (
      SELECT id FROM outbox WHERE destination_tenant = peer.tenant AND ${due}
      ORDER BY attempts, id LIMIT 1 FOR UPDATE SKIP LOCKED) first`
  const others = sql`
    SELECT id FROM outbox WHERE ${due} AND destination_tenant <> ALL(${busy}::text[])
      AND destination_tenant <> ALL(ARRAY(SELECT tenant FROM unreachable_peers))
    ORDER BY attempts, id LIMIT ${limit} FOR UPDATE SKIP LOCKED`
  const probing = probed.length > 0 ? await lease(db, probes) : []
  const probedNow = new Set(probing.map((row) => row.destination_tenant))
  // Somebody is changing the push, by a retry for example: its server is probed once that is done, not when the lease ends.
  for (const tenant of probed) if (!probedNow.has(tenant)) await releaseProbe(db, tenant)
  const rows = [...probing, ...(await lease(db, others))]
  return rows.toSorted((a, b) => a.attempts - b.attempts || a.id - b.id)
}

async function lease(db: Queryable, ids: RawBuilder<unknown>): Promise<OutboxRow[]> {
  const { rows } = await sql<OutboxRow>`
    UPDATE outbox SET next_attempt_at = ${nowSeconds() + LEASE_SECONDS} WHERE id IN (${ids})
    RETURNING *`.execute(db)
  return rows
}

/** The earliest time of a push's next try. */
const DUE_AT = sql<number | null>`
  CASE WHEN o.next_attempt_at IS NOT NULL THEN GREATEST(o.next_attempt_at, p.next_probe_at) END`

/** When the next push is due, in seconds since the epoch; ignores `busy` destinations. */
export async function nextDue(db: Queryable, busy: readonly Address[] = []): Promise<number | undefined> {
  const row = await db
    .selectFrom('outbox as o')
    .leftJoin('unreachable_peers as p', 'p.tenant', 'o.destination_tenant')
    .select(sql<number | null>`min(${DUE_AT})`.as('at'))
    .where(sql<boolean>`o.destination_tenant <> ALL(${busy}::text[])`)
    .executeTakeFirst()
  return row?.at ?? undefined
}

/** Counts the pushes that will be tried again. */
export async function countWaiting(db: Queryable): Promise<number> {
  const { count } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('next_attempt_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

export type PushResult = { status: SyncStatus; lastError: string | null; nextAttemptAt: number | null }

export async function saveResult(db: Queryable, id: number, result: PushResult): Promise<void> {
  await db
    .updateTable('outbox')
    .set({
      status: result.status,
      last_error: result.lastError,
      next_attempt_at: result.nextAttemptAt,
      attempts: sql`attempts + 1`,
      updated_at: nowSeconds(),
    })
    .where('id', '=', id)
    .execute()
}

/** Makes pushes due again that were taken and not tried; with `failure`, they show why their server is unreachable. */
export async function returnToQueue(
  db: Queryable,
  ids: readonly number[],
  failure?: Pick<PushResult, 'status' | 'lastError'>,
): Promise<void> {
  if (ids.length === 0) return
  const result = failure && { status: failure.status, last_error: failure.lastError }
  await db
    .updateTable('outbox')
    .set({ ...result, next_attempt_at: nowSeconds(), updated_at: nowSeconds() })
    .where('id', 'in', ids)
    .execute()
}

/** A tenant's own pushes, the newest first. */
export async function listOperations(
  db: Queryable,
  tenant: Address,
  filters: CallQuery<'syncOperations'>,
  paging: Paging,
): Promise<Page<SyncOperation>> {
  let visible = db
    .selectFrom('outbox as o')
    .leftJoin('unreachable_peers as p', 'p.tenant', 'o.destination_tenant')
    .leftJoin('tenants as t', (join) => join.onRef('t.address', '=', 'o.destination_tenant').on(validAt('t')))
    .select([
      sql<string>`o.id::text`.as('id'),
      'o.status',
      'o.event',
      'o.entity_id as entityId',
      'o.dapp as dappAddr',
      'o.destination_tenant as destinationTenantAddr',
      'o.attempts',
      'o.last_error as lastError',
      DUE_AT.as('nextAttemptAt'),
      'o.updated_at as updatedAt',
    ])
    .where('o.sending_tenant', '=', tenant)
  const { status, event, dappAddr, destinationTenantAddr } = filters
  if (status !== undefined) visible = visible.where('o.status', 'in', status)
  if (event !== undefined) visible = visible.where('o.event', '=', event)
  if (dappAddr !== undefined) visible = visible.where('o.dapp', '=', dappAddr)
  if (destinationTenantAddr !== undefined)
    visible = visible.where('o.destination_tenant', '=', destinationTenantAddr)
  return page(visible, paging, {
    sorts: { updatedAt: 'o.updated_at', status: 'o.status', event: 'o.event', attempts: 'o.attempts' },
    defaultSort: 'updatedAt',
    defaultOrder: 'desc',
    search: ['o.entity_id', 'o.event', 'o.status', 't.name', 'o.last_error'],
    unique: ['o.id'],
  })
}

/** Makes pushes due to tenants that now have a server, and probes unreachable servers, which may have moved. */
export async function requeueFor(db: Queryable, tenants: readonly Address[]): Promise<void> {
  if (tenants.length === 0) return
  await sql`
    UPDATE outbox o SET status = 'PENDING', next_attempt_at = ${nowSeconds()}, updated_at = ${nowSeconds()}
    FROM tenants t WHERE o.status = 'NO_ELIGIBLE_TENANTS' AND o.destination_tenant = ANY(${[...tenants]}::text[])
      AND t.address = o.destination_tenant AND t.to_block IS NULL AND t.is_registered AND t.api_url <> ''`.execute(
    db,
  )
  await expediteProbes(db, tenants)
}

/** Makes a tenant's failed pushes due now, and returns their number. */
export async function retryOperations(
  db: Queryable,
  tenant: Address,
  ids: readonly number[],
): Promise<number> {
  if (ids.length === 0) return 0
  const retried = await db
    .updateTable('outbox')
    .set({ next_attempt_at: nowSeconds(), updated_at: nowSeconds() })
    .where('id', 'in', ids)
    .where('sending_tenant', '=', tenant)
    .where('status', '<>', 'SYNCED')
    .returning('destination_tenant')
    .execute()
  await expediteProbes(
    db,
    retried.map((row): Address => row.destination_tenant),
  )
  return retried.length
}

/** What belongs to everybody goes to one tenant of each server. */
const PUBLIC: SyncEvent[] = ['INSTRUMENT_DETAILS', 'DOCUMENT']

/** Makes everything due that a tenant has pushed to another one or to its server, and returns its number: it was lost there. */
export async function resendTo(db: Queryable, tenant: Address, destination: Address): Promise<number> {
  const now = nowSeconds()
  const neighbours = sql<boolean>`destination_tenant IN (
    SELECT n.address FROM tenants n JOIN tenants t ON t.to_block IS NULL AND t.api_url = n.api_url AND t.api_url <> ''
    WHERE n.to_block IS NULL AND t.address = ${destination})`
  const queued = await db
    .updateTable('outbox')
    .set({ status: 'PENDING', attempts: 0, last_error: null, next_attempt_at: now, updated_at: now })
    .where('sending_tenant', '=', tenant)
    .where((row) =>
      row.or([
        row('destination_tenant', '=', destination),
        row.and([row('event', 'in', PUBLIC), neighbours]),
      ]),
    )
    .returning('destination_tenant')
    .execute()
  await expediteProbes(db, [...new Set(queued.map((row): Address => row.destination_tenant))])
  return queued.length
}

/** The tenants whose servers this one does not call, as their last failed pushes say. `await findUncalledTenants(db, PRIVATE_PEER)` */
export async function findUncalledTenants(
  db: Queryable,
  reason: string,
): Promise<{ name: string; apiUrl: string }[]> {
  const { rows } = await sql<{ name: string; apiUrl: string }>`
    SELECT DISTINCT t.name, t.api_url AS "apiUrl" FROM outbox o
    JOIN tenants t ON t.address = o.destination_tenant AND ${validAt('t')}
    WHERE o.next_attempt_at IS NOT NULL AND right(o.last_error, ${reason.length}::int) = ${reason}
    ORDER BY t.name`.execute(db)
  return rows
}
