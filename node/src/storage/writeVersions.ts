import { sql } from 'kysely'
import { columnTypes } from './columnTypes.ts'
import { VERSION_KEYS } from './projections.ts'
import type { AnyRow, VersionedName } from './projections.ts'
import type { Queryable } from './queryable.ts'
import { aliased, unnest } from './unnest.ts'

/** What a batch of blocks does to one table: current versions that end, and new ones. */
export type VersionWrites = {
  closed: { key: AnyRow; to_block: number }[]
  opened: AnyRow[]
}

/** Two statements at most, however many rows. */
export async function writeVersions(
  db: Queryable,
  table: VersionedName,
  writes: VersionWrites,
): Promise<void> {
  const types = await columnTypes(db)
  if (writes.closed.length > 0) {
    const key: readonly string[] = VERSION_KEYS[table]
    const columns = [...key, 'to_block']
    const rows = writes.closed.map((one) => ({ ...one.key, to_block: one.to_block }))
    const same = key.map((column) => sql`t.${sql.ref(column)} = k.${sql.ref(column)}`)
    await sql`
      UPDATE ${sql.table(table)} t SET to_block = k.to_block
      FROM ${unnest(types, table, columns, rows)} AS ${aliased('k', columns)}
      WHERE ${sql.join(same, sql` AND `)} AND t.to_block IS NULL`.execute(db)
  }
  await insertRows(db, table, writes.opened)
}

/** Appends facts; one that is already there stays as it is. */
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
