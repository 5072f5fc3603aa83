// Private records wait for the ledger's fingerprints, and documents can be announced to other servers.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const ZERO = `0x${'0'.repeat(40)}`

const statements = [
  `ALTER TABLE private_records
     ADD COLUMN status text NOT NULL DEFAULT 'SYNCED',
     ADD COLUMN dapp text COLLATE "C" NOT NULL DEFAULT '${ZERO}',
     ADD COLUMN awaits text[] NOT NULL DEFAULT '{}'`,
  `CREATE INDEX private_records_pending ON private_records (entity_id) WHERE status = 'PENDING'`,
  `CREATE UNIQUE INDEX one_secret_of_a_leg ON private_records (tenant, entity_id, type) WHERE kind = 'HTLC_SECRET'`,
  `CREATE INDEX movements_by_reference ON movements (reference)
     WHERE kind IN ('FORCED_TRANSFER', 'REORGANISED', 'ONRAMPED', 'OFFRAMPED', 'IMPORTED')`,
  `CREATE INDEX entry_movements_by_reference ON entry_movements (movement_ref)`,
  `ALTER TABLE documents ADD COLUMN salt text COLLATE "C" NOT NULL DEFAULT ''`,
  `CREATE INDEX documents_by_content ON documents (content_fp)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
