// Filters and sorts pending transfers by their expiry.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** As `expiresAt` in the protocol. */
const expiry = `coalesce(value_date, created_at) + 90 * 86400`

const statements = [
  `ALTER TABLE transfer_views ADD COLUMN expires_at bigint`,
  `UPDATE transfer_views SET expires_at = ${expiry}
     WHERE state IN ('PENDING', 'PENDING_COUNTERPARTY', 'PENDING_CUSTODIAN')`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
