import { sql } from 'kysely'
import type { Queryable } from './queryable.ts'

/** For each table its columns' types, as a statement that is given arrays must name them. */
export type ColumnTypes = ReadonlyMap<string, ReadonlyMap<string, string>>

/** By what a database's handle and its transactions have in common. */
const known = new WeakMap<object, Promise<ColumnTypes>>()

/** Read once for a database. */
export function columnTypes(db: Queryable): Promise<ColumnTypes> {
  const { adapter } = db.getExecutor()
  const types = known.get(adapter) ?? readColumnTypes(db)
  known.set(adapter, types)
  types.catch(() => known.delete(adapter))
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
