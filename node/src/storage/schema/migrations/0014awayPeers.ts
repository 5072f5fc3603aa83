// Servers that do not answer hold all that waits for them.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  `CREATE TABLE away_peers (
     tenant text COLLATE "C" PRIMARY KEY, failures integer NOT NULL, next_probe_at int8 NOT NULL)`,
  `CREATE INDEX outbox_by_destination ON outbox (destination_tenant, attempts, id)
     WHERE next_attempt_at IS NOT NULL`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
