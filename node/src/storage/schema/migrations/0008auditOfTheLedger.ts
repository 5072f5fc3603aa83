// What the ledger tells stands in the audit too, and goes with its block when the ledger takes that back.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  `ALTER TABLE audit ADD COLUMN from_block int8`,
  `UPDATE audit SET data = data || '{"txHash":null}'::jsonb WHERE data IS NOT NULL`,
  `CREATE INDEX audit_by_block ON audit (from_block) WHERE from_block IS NOT NULL`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
