// Counting a long list costs more than reading a page of it, so a total is cached until the index or the announcements change.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from '../engine/database.ts'

/** For each database; the least recently stored one goes first. */
const MAX_TOTAL_COUNTS = 10_000

type TotalCount = { version: string; total: number }

/** Keyed by the adapter, which a database's handle and its transactions share. */
const totalCountCaches = new WeakMap<object, Map<string, TotalCount>>()

/** Changes with every indexed block and every announcement. Read it in the same statement as the page. */
export const CACHE_VERSION: RawBuilder<string> = sql<string>`(
  SELECT c.block_number || left(c.block_hash, 12) || '|' || COALESCE((SELECT max(id) FROM announcements), 0) FROM cursor c)`

/** `findTotalCount(db, key, version)` → 1000000, or undefined if anything has changed since. */
export function findTotalCount(db: Queryable, key: string, version: string): number | undefined {
  const total = totalCountCaches.get(db.getExecutor().adapter)?.get(key)
  return total?.version === version ? total.total : undefined
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
