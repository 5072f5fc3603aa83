// A desk's transfers in the order in which they need it, from one index.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const PENDING = `('PENDING', 'PENDING_COUNTERPARTY', 'PENDING_CUSTODIAN')`

/** As `isCancelRequested` in the protocol; of an older version, as of the last block that it covers. */
const isCancelRequested = `state IN ${PENDING} AND EXISTS (
  SELECT FROM cancel_votes c WHERE c.delivery_id = v.delivery_id AND c.tenant <> v.viewer
    AND c.from_block < coalesce(v.to_block, 9223372036854775807))`

/** As in lists/turnOrder.ts, to the letter: otherwise the index is of no use. */
const turnOrder = `(CASE
  WHEN state = 'PENDING' OR is_cancel_requested THEN least(value_date, 1000000000000)
  WHEN state IN ('PENDING_COUNTERPARTY', 'PENDING_CUSTODIAN') THEN 2000000000000 + least(value_date, 1000000000000)
  ELSE 9000000000000 - created_block END)`

const statements = [
  `ALTER TABLE transfer_views ADD COLUMN is_cancel_requested boolean NOT NULL DEFAULT false`,
  `UPDATE transfer_views v SET is_cancel_requested = true WHERE ${isCancelRequested}`,
  `CREATE INDEX transfer_views_by_turn ON transfer_views
     (viewer, ${turnOrder}, created_block, created_log_index, delivery_id) WHERE to_block IS NULL`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
