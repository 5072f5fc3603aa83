// Revoked confirmations remain: their signatures must not go to the ledger any more. An invited tenant is found on the ledger
// by the reference in its invitation. A user's wallet may expire.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  `ALTER TABLE workflow_confirmations ADD COLUMN revoked_at int8`,
  `CREATE INDEX workflow_confirmations_by_signature ON workflow_confirmations (signature)`,
  `CREATE INDEX batch_signers_by_nonce ON batch_signers (tenant, nonce) WHERE part > 0`,
  `CREATE INDEX workflows_open ON workflows (tenant) WHERE state IN ('PENDING', 'CONFIRMED')`,
  `ALTER TABLE tenant_invitations ADD COLUMN registration_reference text COLLATE "C"`,
  `UPDATE tenant_invitations SET registration_reference = '0x' || encode(sha256(('invitation ' || id)::bytea), 'hex')`,
  `ALTER TABLE tenant_invitations ALTER COLUMN registration_reference SET NOT NULL`,
  `CREATE INDEX tenants_by_reference ON tenants (registration_reference) WHERE to_block IS NULL`,
  `ALTER TABLE transfer_views ADD COLUMN turns text NOT NULL DEFAULT ''`,
  `ALTER TABLE users ADD COLUMN wallet_expires_at int8`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
