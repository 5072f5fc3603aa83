// Logs from before their contract's discovery, which wait for it here. An older index has none: it reads its blocks a second
// time, downwards from its last one, beside what it does otherwise.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const hex = 'text COLLATE "C" NOT NULL'

const statements = [
  `CREATE TABLE early_logs (tx_hash ${hex}, log_index integer NOT NULL, address ${hex}, topics ${hex}, data ${hex},
     at int8 NOT NULL, from_block int8 NOT NULL, PRIMARY KEY (tx_hash, log_index))`,
  `CREATE INDEX early_logs_range ON early_logs USING brin (from_block)`,
  `CREATE INDEX early_logs_by_address ON early_logs (address, from_block, log_index)`,
  `ALTER TABLE cursor ADD COLUMN early_logs_from int8`,
  `UPDATE cursor SET early_logs_from = block_number + 1`,
  `ALTER TABLE cursor ALTER COLUMN early_logs_from SET NOT NULL`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
