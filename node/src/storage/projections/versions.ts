// Loads and writes versions of rows, whole batches at a time.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from '../engine/database.ts'
import type { Schema } from '../schema/schema.ts'
import { VERSION_KEYS } from '../schema/versionKeys.ts'
import type { AnyRow, VersionedName } from '../schema/versionKeys.ts'

/** The current versions for these keys, in one statement. */
export async function loadCurrent(
  db: Queryable,
  table: VersionedName,
  keys: readonly AnyRow[],
): Promise<AnyRow[]> {
  if (keys.length === 0) return []
  const columns: readonly string[] = VERSION_KEYS[table]
  const types = await columnTypes(db)
  const same = columns.map((column) => sql`t.${sql.ref(column)} = k.${sql.ref(column)}`)
  const { rows } = await sql<AnyRow>`
    SELECT t.* FROM ${unnest(types, table, columns, keys)} AS ${aliased('k', columns)}
    JOIN ${sql.table(table)} t ON ${sql.join(same, sql` AND `)} AND t.to_block IS NULL`.execute(db)
  return rows
}

/** Each party's current view of these deliveries. */
export async function loadViews(db: Queryable, deliveryIds: readonly string[]): Promise<AnyRow[]> {
  if (deliveryIds.length === 0) return []
  const { rows } = await sql<AnyRow>`
    SELECT * FROM transfer_views WHERE delivery_id = ANY(${deliveryIds}::text[]) AND to_block IS NULL`.execute(
    db,
  )
  return rows
}

/** Facts about these deliveries: by leg where they are about one, then oldest first. */
export async function loadAppended<
  T extends 'legs' | 'confirmations' | 'receiving_accounts' | 'cancel_votes',
>(db: Queryable, table: T, deliveryIds: readonly string[]): Promise<Schema[T][]> {
  if (deliveryIds.length === 0) return []
  const byLeg = table === 'cancel_votes' ? sql`` : sql`leg_idx, `
  const { rows } = await sql<Schema[T]>`
    SELECT * FROM ${sql.table(table)} WHERE delivery_id = ANY(${deliveryIds}::text[])
    ORDER BY delivery_id, ${byLeg}from_block, log_index`.execute(db)
  return rows
}

/** A batch's changes to one table: current versions that close, and new ones. */
export type VersionWrites = {
  closed: { key: AnyRow; to_block: number }[]
  opened: AnyRow[]
}

/** Runs two statements at most, however many rows there are. */
export async function writeVersions(
  db: Queryable,
  table: VersionedName,
  writes: VersionWrites,
): Promise<void> {
  const types = await columnTypes(db)
  if (writes.closed.length > 0) {
    const key: readonly string[] = VERSION_KEYS[table]
    const columns = [...key, 'to_block']
    const rows = writes.closed.map(({ key: values, to_block }) => ({ ...values, to_block }))
    const same = key.map((column) => sql`t.${sql.ref(column)} = k.${sql.ref(column)}`)
    await sql`
      UPDATE ${sql.table(table)} t SET to_block = k.to_block
      FROM ${unnest(types, table, columns, rows)} AS ${aliased('k', columns)}
      WHERE ${sql.join(same, sql` AND `)} AND t.to_block IS NULL`.execute(db)
  }
  await insertRows(db, table, writes.opened)
}

/** Appends facts; ignores those that are already stored. */
export async function appendRows(db: Queryable, table: string, rows: readonly AnyRow[]): Promise<void> {
  await insertRows(db, table, rows, sql`ON CONFLICT DO NOTHING`)
}

async function insertRows(
  db: Queryable,
  table: string,
  rows: readonly AnyRow[],
  onConflict = sql``,
): Promise<void> {
  if (rows.length === 0) return
  const types = await columnTypes(db)
  const columns = [...(types.get(table)?.keys() ?? [])]
  await sql`
    INSERT INTO ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    SELECT * FROM ${unnest(types, table, columns, rows)} ${onConflict}`.execute(db)
}

/**
 * Rows as one `unnest` with an array for each column: the statement has the same length for any number of rows, and is many
 * times faster than a row at a time. `unnest(types, 'positions', ['owner'], rows)`
 */
function unnest(
  types: ColumnTypes,
  table: string,
  columns: readonly string[],
  rows: readonly AnyRow[],
): RawBuilder<unknown> {
  const arrays = columns.map((column) => {
    const type = types.get(table)?.get(column)
    if (type === undefined) throw new Error(`The database has no column ${table}.${column}.`)
    const values = rows.map((row) => row[column] ?? null)
    return sql`${values}::${sql.raw(type)}[]`
  })
  return sql`unnest(${sql.join(arrays)})`
}

/** `name (a, b)`: names the columns of an `unnest`. */
const aliased = (alias: string, columns: readonly string[]): RawBuilder<unknown> =>
  sql`${sql.ref(alias)} (${sql.join(columns.map((column) => sql.ref(column)))})`

/** The column types of each table, which a statement with array parameters must name. */
export type ColumnTypes = ReadonlyMap<string, ReadonlyMap<string, string>>

/** Keyed by the adapter, which a database's handle and its transactions share. */
const cache = new WeakMap<object, Promise<ColumnTypes>>()

/** Reads them once for a database. */
export function columnTypes(db: Queryable): Promise<ColumnTypes> {
  const { adapter } = db.getExecutor()
  const types = cache.get(adapter) ?? readColumnTypes(db)
  cache.set(adapter, types)
  types.catch(() => cache.delete(adapter))
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
