// The audit includes the ledger's events. An entry of the ledger goes with its block in a chain reorg.
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
