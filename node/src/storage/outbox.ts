// Pushes of private data that wait, have gone, or have failed. The rows are written where the index learns of what they
// push; here they are taken, one process at a time each, and given their result.
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Address, Page, Paging, SyncEvent, SyncOperation, SyncStatus } from '@connex/protocol'
import { holdsAt } from './holdsAt.ts'
import { page } from './page.ts'
import { nowSeconds } from './queryable.ts'
import type { Queryable } from './queryable.ts'
import type { OutboxTable } from './serverTables.ts'

export type OutboxRow = Selectable<OutboxTable>

/** A push that its process did not live to finish is due again after this. */
const LEASE_SECONDS = 90

/** Nothing waits longer: what is due later than this from now was put off before the clock was put back. */
const LONGEST_WAIT_SECONDS = 600

/** Takes pushes that are due, so that no other process takes them as well; none to `busy` destinations. */
export async function takeDue(
  db: Queryable,
  limit: number,
  busy: readonly Address[] = [],
): Promise<OutboxRow[]> {
  const now = nowSeconds()
  const { rows } = await sql<OutboxRow>`
    UPDATE outbox SET next_attempt_at = ${now + LEASE_SECONDS}
    WHERE id IN (
      SELECT id FROM outbox WHERE (next_attempt_at <= ${now} OR next_attempt_at > ${now + LONGEST_WAIT_SECONDS})
        AND destination_tenant <> ALL(${busy}::text[])
      ORDER BY next_attempt_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING *`.execute(db)
  return rows.toSorted((a, b) => a.id - b.id)
}

/** Seconds since the epoch at which the next push is due, but for those to `busy` destinations. */
export async function nextDue(db: Queryable, busy: readonly Address[] = []): Promise<number | undefined> {
  const row = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.min('next_attempt_at').as('at'))
    .where(sql<boolean>`destination_tenant <> ALL(${busy}::text[])`)
    .executeTakeFirst()
  return row?.at ?? undefined
}

/** Those that have not arrived and will be tried again. */
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

/** Pushes that were taken and not tried, because their server has just failed another one. */
export async function defer(
  db: Queryable,
  ids: readonly number[],
  { status, lastError, nextAttemptAt }: PushResult,
): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('outbox')
    .set({
      status,
      last_error: lastError,
      next_attempt_at: nextAttemptAt ?? nowSeconds(),
      updated_at: nowSeconds(),
    })
    .where('id', 'in', ids)
    .execute()
}

export type OutboxFilters = {
  status?: SyncStatus[] | undefined
  event?: SyncEvent | undefined
  dappAddr?: Address | undefined
  destinationTenantAddr?: Address | undefined
}

/** A tenant's own pushes, the newest first. */
export async function listOperations(
  db: Queryable,
  tenant: Address,
  filters: OutboxFilters,
  paging: Paging,
): Promise<Page<SyncOperation>> {
  let visible = db
    .selectFrom('outbox as o')
    .leftJoin('tenants as t', (join) => join.onRef('t.address', '=', 'o.destination_tenant').on(holdsAt('t')))
    .select([
      sql<string>`o.id::text`.as('id'),
      'o.status',
      'o.event',
      'o.entity_id as entityId',
      'o.dapp as dappAddr',
      'o.destination_tenant as destinationTenantAddr',
      'o.attempts',
      'o.last_error as lastError',
      'o.next_attempt_at as nextAttemptAt',
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

/** What waited for a tenant that had no server is due, once it has one. */
export async function reviveFor(db: Queryable, tenants: readonly Address[]): Promise<void> {
  if (tenants.length === 0) return
  await sql`
    UPDATE outbox o SET status = 'PENDING', next_attempt_at = ${nowSeconds()}, updated_at = ${nowSeconds()}
    FROM tenants t WHERE o.status = 'NO_ELIGIBLE_TENANTS' AND o.destination_tenant = ANY(${[...tenants]}::text[])
      AND t.address = o.destination_tenant AND t.to_block IS NULL AND t.is_registered AND t.api_url <> ''`.execute(
    db,
  )
}

/** Makes failed pushes of a tenant due now; how many there were. */
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
    .returning('id')
    .execute()
  return retried.length
}
