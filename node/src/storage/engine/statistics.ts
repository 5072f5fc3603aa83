// Statistics of an embedded database's tables, for its planner. A PostgreSQL server updates its own; PGlite does not, and takes
// every condition for one that few rows meet: a page of 100,000 transfers then reads all of their legs.
import { sql } from 'kysely'
import type { Queryable } from './database.ts'

/** A sample of 3,000 rows is enough, and takes a tenth of the usual time, in which the database answers nobody. */
export const STATISTICS_TARGET = 10

/**
 * Counts the tables that never were, or that have doubled since. Returns their names.
 *
 * @example
 * await refreshStatistics(kysely) // ['deliveries', 'legs']
 */
export async function refreshStatistics(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_class c
    WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace AND pg_relation_size(c.oid) > 0
      AND (pg_relation_size(c.oid) > 2 * c.relpages * current_setting('block_size')::int8
        OR NOT EXISTS (SELECT FROM pg_statistic s WHERE s.starelid = c.oid))
    ORDER BY c.relname`.execute(db)
  for (const { name } of rows) await sql`ANALYZE ${sql.table(name)}`.execute(db)
  return rows.map(({ name }) => name)
}
