import { ZERO_BYTES32 } from '@connex/protocol'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { columnTypes } from '../../../node/src/storage/projections/versions.ts'
import type { Queryable } from '../../../node/src/storage/engine/database.ts'

/** Not rows of anybody's world. */
const LEFT_ALONE = /^(kysely_.*|cursor|blocks|nonces|tokens|announcements|audit)$/
/** Words that mean the same in every world. */
const COMMON = ['privilege_id', 'type_id', 'aspect_id']
/** What tells one from another beside a 32-byte id. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  tenants: ['address'],
  users: ['address', 'user_id'],
  user_privileges: ['user_address'],
  user_invitations: ['address', 'token'],
  tenant_records: ['key'],
}

/**
 * Adds this many copies of the seeded rows: every 32-byte id becomes another one, the same wherever it occurs, so that
 * related rows stay related. Parties and accounts are the same in each copy.
 */
export async function multiplyRows(db: Queryable, times: number): Promise<void> {
  const generated = await generatedColumns(db)
  for (const [table, types] of await columnTypes(db)) {
    if (LEFT_ALONE.test(table)) continue
    const columns = [...types.keys()].filter((column) => !generated.has(`${table}.${column}`))
    const values = columns.map((column) =>
      types.get(column) === 'text' && !COMMON.includes(column) ? another(table, column) : sql.ref(column),
    )
    await sql`
      INSERT INTO ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      SELECT ${sql.join(values)} FROM ${sql.table(table)} CROSS JOIN generate_series(1, ${times}::int) AS world
      ON CONFLICT DO NOTHING`.execute(db)
  }
}

function another(table: string, column: string): RawBuilder<unknown> {
  const value = sql.ref(column)
  const word = sql`'0x' || md5(${value} || world) || md5(world || ${value})`
  if (!(OWN[table] ?? []).includes(column))
    return sql`CASE WHEN ${value} ~ '^0x[0-9a-f]{64}$' AND ${value} <> ${ZERO_BYTES32} THEN ${word} ELSE ${value} END`
  return sql`CASE WHEN ${value} ~ '^0x' THEN left(${word}, length(${value})) ELSE ${value} || world END`
}

async function generatedColumns(db: Queryable): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    SELECT c.relname || '.' || a.attname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE a.attidentity <> '' AND a.attnum > 0`.execute(db)
  return new Set(rows.map(({ name }) => name))
}
