// Millions of rows are made in minutes where nothing keeps them in order meanwhile.
import { sql } from 'kysely'
import type { Queryable } from '../../node/src/storage/engine/database.ts'

type Order = { table: string; name: string; definition: string; isConstraint: boolean }

/**
 * Keys and indexes of the tables are built once, behind the last row. Nor is anything logged: the data set ends with the run
 * that has made it. On one connection, which has the time that it takes.
 */
export async function growQuickly(
  db: Queryable,
  tables: readonly string[],
  grow: () => Promise<void>,
): Promise<void> {
  const order = await ordersOf(db, tables)
  await sql`SET maintenance_work_mem = '512MB'`.execute(db)
  for (const { table, name, isConstraint } of order)
    await (
      isConstraint
        ? sql`ALTER TABLE ${sql.table(table)} DROP CONSTRAINT ${sql.ref(name)}`
        : sql`DROP INDEX ${sql.ref(name)}`
    ).execute(db)
  for (const table of tables) await sql`ALTER TABLE ${sql.table(table)} SET UNLOGGED`.execute(db)
  await grow()
  for (const { table, name, definition, isConstraint } of order)
    await (
      isConstraint
        ? sql`ALTER TABLE ${sql.table(table)} ADD CONSTRAINT ${sql.ref(name)} ${sql.raw(definition)}`
        : sql.raw(definition)
    ).execute(db)
}

/** What is unique by a constraint has an index of the same name, which goes and comes with it. */
async function ordersOf(db: Queryable, tables: readonly string[]): Promise<Order[]> {
  const { rows } = await sql<Order>`
    SELECT t.relname AS "table", c.relname AS name, k.oid IS NOT NULL AS "isConstraint",
      COALESCE(pg_get_constraintdef(k.oid), pg_get_indexdef(i.indexrelid)) AS definition
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
    LEFT JOIN pg_constraint k ON k.conindid = i.indexrelid AND k.contype IN ('p', 'u')
    WHERE t.relname = ANY (${[...tables]}::text[]) AND t.relnamespace = current_schema()::regnamespace
    ORDER BY t.relname, c.relname`.execute(db)
  return rows
}
