// A receipt is a ledger transaction's, and a chain id is EIP-155's: names of the index that meant something else.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const overCustodyChains = [
  'marks',
  'movements',
  'custody_chains',
  'chain_positions',
  'chain_earmarks',
  'chain_custodians',
]

const statements = [
  `ALTER TABLE receipts RENAME TO receiving_accounts`,
  `ALTER INDEX receipts_pkey RENAME TO receiving_accounts_pkey`,
  `ALTER INDEX receipts_range RENAME TO receiving_accounts_range`,
  `ALTER TABLE away_peers RENAME TO unreachable_peers`,
  `ALTER INDEX away_peers_pkey RENAME TO unreachable_peers_pkey`,
  ...overCustodyChains.map((table) => `ALTER TABLE ${table} RENAME COLUMN chain_id TO custody_chain_id`),
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
