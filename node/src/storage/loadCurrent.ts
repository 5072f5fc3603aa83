import { sql } from 'kysely'
import { columnTypes } from './columnTypes.ts'
import { VERSION_KEYS } from './projections.ts'
import type { AnyRow, VersionedName } from './projections.ts'
import type { Queryable } from './queryable.ts'
import type { Schema } from './schema.ts'
import { aliased, unnest } from './unnest.ts'

/** The versions that hold now, for these keys, in one statement. */
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

/** How each party sees these deliveries now. */
export async function loadViews(db: Queryable, deliveryIds: readonly string[]): Promise<AnyRow[]> {
  if (deliveryIds.length === 0) return []
  const { rows } = await sql<AnyRow>`
    SELECT * FROM transfer_views WHERE delivery_id = ANY(${deliveryIds}::text[]) AND to_block IS NULL`.execute(
    db,
  )
  return rows
}

/** Facts about these deliveries, oldest first. */
export async function loadAppended<T extends 'legs' | 'confirmations' | 'receipts'>(
  db: Queryable,
  table: T,
  deliveryIds: readonly string[],
): Promise<Schema[T][]> {
  if (deliveryIds.length === 0) return []
  const { rows } = await sql<Schema[T]>`
    SELECT * FROM ${sql.table(table)} WHERE delivery_id = ANY(${deliveryIds}::text[])
    ORDER BY delivery_id, leg_idx, from_block, log_index`.execute(db)
  return rows
}
