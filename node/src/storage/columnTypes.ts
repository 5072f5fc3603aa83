import { sql } from 'kysely'
import type { Queryable } from './queryable.ts'

/** For each table its columns' types, as a statement that is given arrays must name them. */
export type ColumnTypes = ReadonlyMap<string, ReadonlyMap<string, string>>

const known = new WeakMap<Queryable, Promise<ColumnTypes>>()

/** Read once for a database. */
export function columnTypes(db: Queryable): Promise<ColumnTypes> {
  const types = known.get(db) ?? readColumnTypes(db)
  known.set(db, types)
  types.catch(() => known.delete(db))
  return types
}

async function readColumnTypes(db: Queryable): Promise<ColumnTypes> {
  const { rows } = await sql<{ table: string; column: string; type: string }>`
    SELECT c.relname AS "table", a.attname AS "column", format_type(a.atttypid, NULL) AS type
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace AND a.attnum > 0 AND NOT a.attisdropped
  `.execute(db)
  const tables = new Map<string, Map<string, string>>()
  for (const { table, column, type } of rows) {
    const columns = tables.get(table) ?? new Map<string, string>()
    tables.set(table, columns.set(column, type))
  }
  return tables
}
