// The key of the ids of a stream's events. It was derived from the node account's key, which a server need not have.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE event_key (key text NOT NULL)`.execute(db)
  await sql`INSERT INTO event_key (key) VALUES (${randomBytes(32).toString('hex')})`.execute(db)
}
