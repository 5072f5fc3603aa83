// Deliveries, instruments, accounts and users are told with the ids of the audit about them.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`CREATE INDEX audit_by_entity ON audit (tenant, entity_id, id DESC)`).execute(db)
}
