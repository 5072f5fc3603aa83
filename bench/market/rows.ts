// Large data sets are made of small real ones: the rows that the ledger's transactions have left, again and again under other
// ids.
import type { Address } from '@connex/protocol'
import { sql } from 'kysely'
import type { Queryable } from '../../node/src/storage/engine/database.ts'
import { columnTypes } from '../../node/src/storage/projections/versions.ts'

const ACCOUNTS_OF_AN_INSTRUMENT = 1_000

/** Those that grow. */
export const GROWN = ['legs', 'deliveries', 'transfer_views', 'positions', 'instruments', 'registries']

/** The tenant's transfers, that many times; of its confirmations and of the other parties' views there are the real ones. */
export async function growTransfers(db: Queryable, tenant: Address, times: number): Promise<void> {
  const anotherId = sql`'0x' || md5(delivery_id || world) || md5(world || delivery_id)`
  const columns = await columnTypes(db)
  for (const [table, where] of [
    ['legs', sql`true`],
    ['deliveries', sql`to_block IS NULL`],
    ['transfer_views', sql`to_block IS NULL AND viewer = ${tenant}`],
  ] as const) {
    const names = [...(columns.get(table)?.keys() ?? [])]
    const values = names.map((name) => (name === 'delivery_id' ? anotherId : sql.ref(name)))
    await sql`
      INSERT INTO ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
      SELECT ${sql.join(values)} FROM ${sql.table(table)} CROSS JOIN generate_series(2, ${times}::int) AS world
      WHERE ${where}`.execute(db)
  }
}

/** So many positions of the tenant's, a thousand accounts for each instrument. */
export async function growPositions(db: Queryable, tenant: Address, count: number): Promise<void> {
  const columns = await columnTypes(db)
  const another = (name: string) =>
    sql`'0x' || md5(${sql.ref(name)} || world) || md5(world || ${sql.ref(name)})`
  const worlds = Math.max(1, Math.floor(count / ACCOUNTS_OF_AN_INSTRUMENT))
  const copy = async (
    table: string,
    changed: Record<string, ReturnType<typeof another>>,
    accounts: number,
  ) => {
    const names = [...(columns.get(table)?.keys() ?? [])]
    const owned = table === 'positions' ? sql`AND owner = ${tenant} AND account = 11` : sql``
    await sql`
      INSERT INTO ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
      SELECT ${sql.join(names.map((name) => changed[name] ?? sql.ref(name)))}
      FROM ${sql.table(table)} CROSS JOIN generate_series(1, ${worlds}::int) AS world
      CROSS JOIN generate_series(1, ${accounts}::int) AS number
      WHERE to_block IS NULL ${owned}`.execute(db)
  }
  const ids = { instrument_id: another('instrument_id'), registry_id: another('registry_id') }
  const identifier = sql`'XX' || lpad(world::text, 9, '0')`
  // The copies are of the one real instrument and registry, so each comes before its copies are there.
  await copy('positions', { ...ids, account: sql`1000 + number` }, Math.min(count, ACCOUNTS_OF_AN_INSTRUMENT))
  await copy('instruments', { ...ids, identifier }, 1)
  await copy('registries', ids, 1)
}

// Millions of rows are made in minutes where nothing keeps them in order meanwhile.

type Order = { table: string; name: string; definition: string; isConstraint: boolean }

/**
 * Keys and indexes of the tables are built once, behind the last row. Nor is anything logged: the data set ends with the run
 * that has made it. On one connection, which has the time that it takes.
 */
export async function withoutIndexes(
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
