// Filters and sorts pending transfers by their expiry. A released lock is locked again, so a role confirms more than once.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** As `expiresAt` in the protocol. */
const expiry = `coalesce(value_date, created_at) + 90 * 86400`

const statements = [
  `ALTER TABLE transfer_views ADD COLUMN expires_at bigint`,
  `UPDATE transfer_views SET expires_at = ${expiry}
     WHERE state IN ('PENDING', 'PENDING_COUNTERPARTY', 'PENDING_CUSTODIAN')`,
  `ALTER TABLE confirmations ADD COLUMN is_withdrawn boolean NOT NULL DEFAULT false`,
  `ALTER TABLE confirmations DROP CONSTRAINT confirmations_pkey`,
  `ALTER TABLE confirmations ADD PRIMARY KEY (delivery_id, leg_idx, role, from_block, log_index)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
