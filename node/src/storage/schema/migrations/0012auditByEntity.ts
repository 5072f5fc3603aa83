// Deliveries, instruments, accounts and users are returned with the ids of their audit entries.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`CREATE INDEX audit_by_entity ON audit (tenant, entity_id, id DESC)`).execute(db)
}
