// Nonces of co-signed batches are random words, used in any order or cancelled. An older index has none of them.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const hex = 'text COLLATE "C"'

const statements = [
  `DROP INDEX batch_signers_by_nonce`,
  `ALTER TABLE batch_signers DROP COLUMN nonce, DROP COLUMN num_calls,
     ADD COLUMN nonce ${hex}, ADD COLUMN digest ${hex}, ADD COLUMN selectors text NOT NULL DEFAULT ''`,
  `CREATE INDEX batch_signers_by_nonce ON batch_signers (nonce) WHERE is_sender AND nonce IS NOT NULL`,
  `CREATE TABLE cancelled_nonces (tx_hash ${hex} NOT NULL, log_index integer NOT NULL, controller ${hex} NOT NULL,
     tenant ${hex} NOT NULL, user_address ${hex} NOT NULL, nonce ${hex} NOT NULL, at int8 NOT NULL,
     from_block int8 NOT NULL, PRIMARY KEY (tx_hash, log_index))`,
  `CREATE INDEX cancelled_nonces_range ON cancelled_nonces USING brin (from_block)`,
  `CREATE INDEX cancelled_nonces_by_nonce ON cancelled_nonces (nonce)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
