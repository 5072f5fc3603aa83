// Counting a long list costs more than a page of it. A total is kept until anything that is indexed or announced changes.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from '../engine/database.ts'

/** Of each database; the one that was not asked for longest is forgotten. */
const MAX_TOTAL_COUNTS = 10_000

type TotalCount = { stamp: string; total: number }

/** By what a database's handle and its transactions have in common. */
const totalCountCaches = new WeakMap<object, Map<string, TotalCount>>()

/** Equal as long as the index stands at one block and nothing was announced: read it in the statement that it is compared with. */
export const CACHE_VERSION: RawBuilder<string> = sql<string>`(
  SELECT c.block_number || left(c.block_hash, 12) || '|' || COALESCE((SELECT max(id) FROM announcements), 0) FROM cursor c)`

/** `findTotal(db, key, stamp)` → 1000000, undefined where something has changed since. */
export function findTotalCount(db: Queryable, key: string, stamp: string): number | undefined {
  const total = totalCountCaches.get(db.getExecutor().adapter)?.get(key)
  return total?.stamp === stamp ? total.total : undefined
}

export function storeTotalCount(db: Queryable, key: string, total: TotalCount): void {
  const { adapter } = db.getExecutor()
  const totals = totalCountCaches.get(adapter) ?? new Map<string, TotalCount>()
  totalCountCaches.set(adapter, totals)
  totals.delete(key)
  totals.set(key, total)
  const [oldest] = totals.keys()
  if (totals.size > MAX_TOTAL_COUNTS && oldest !== undefined) totals.delete(oldest)
}
