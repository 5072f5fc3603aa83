// Whether an open deal is a repo or a loan: what falls due is listed without a look at its transfer.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  `ALTER TABLE open_lots ADD COLUMN transfer_type text COLLATE "C"`,
  `UPDATE open_lots l SET transfer_type = v.transfer_type FROM transfer_views v
   WHERE v.delivery_id = l.delivery_id AND v.viewer = l.tenant AND v.to_block IS NULL`,
  `ALTER TABLE open_lots ALTER COLUMN transfer_type SET NOT NULL`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
