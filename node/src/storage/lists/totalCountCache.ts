// Counting a long list costs more than reading a page of it, so a total is cached until the index or the announcements change. A list
// that can say what has changed since is not counted again, see viewCount.ts.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from '../engine/database.ts'

/** For each database; the least recently stored one goes first. */
const MAX_TOTAL_COUNTS = 10_000

/** A total, and the newest block that it has counted; undefined where its list cannot be counted from there on. */
export type Count = { total: number; newest?: CountedBlock | undefined }
export type CountedBlock = { number: number; hash: string }

type CachedCount = Count & { version: string }

/** Keyed by the adapter, which a database's handle and its transactions share. */
const totalCountCaches = new WeakMap<object, Map<string, CachedCount>>()

/** Changes with every indexed block and every announcement. Read it in the same statement as the page. */
export const CACHE_VERSION: RawBuilder<string> = sql<string>`(
  SELECT c.block_number || left(c.block_hash, 12) || '|' || COALESCE((SELECT max(id) FROM announcements), 0) FROM cursor c)`

/** The last count, of whichever version. `findTotalCount(db, key)` → { version: '120…', total: 1000000 } */
export const findTotalCount = (db: Queryable, key: string): CachedCount | undefined =>
  totalCountCaches.get(db.getExecutor().adapter)?.get(key)

export function storeTotalCount(db: Queryable, key: string, count: CachedCount): void {
  const { adapter } = db.getExecutor()
  const totals = totalCountCaches.get(adapter) ?? new Map<string, CachedCount>()
  totalCountCaches.set(adapter, totals)
  totals.delete(key)
  totals.set(key, count)
  const [oldest] = totals.keys()
  if (totals.size > MAX_TOTAL_COUNTS && oldest !== undefined) totals.delete(oldest)
}
