import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { openTestDatabase } from '../../../../testkit/src/database/testDatabase.ts'

const word = (digit: string) => `0x${digit.repeat(64)}`

/** The names before 0016plainNames. */
const oldNames = [
  `ALTER TABLE receiving_accounts RENAME TO receipts`,
  `ALTER INDEX receiving_accounts_pkey RENAME TO receipts_pkey`,
  `ALTER INDEX receiving_accounts_range RENAME TO receipts_range`,
  `ALTER TABLE unreachable_peers RENAME TO away_peers`,
  `ALTER INDEX unreachable_peers_pkey RENAME TO away_peers_pkey`,
  ...['marks', 'movements', 'custody_chains', 'chain_positions', 'chain_earmarks', 'chain_custodians'].map(
    (table) => `ALTER TABLE ${table} RENAME COLUMN custody_chain_id TO chain_id`,
  ),
  `DELETE FROM kysely_migration WHERE name >= '0016'`,
]

test('a database with the old names opens, and its rows are there under the new ones', async () => {
  const { kysely, close } = await openTestDatabase()
  try {
    for (const statement of oldNames) await sql.raw(statement).execute(kysely)
    await sql`INSERT INTO receipts (delivery_id, leg_idx, account, data, from_block, log_index, tx_hash)
      VALUES (${word('1')}, 0, 1001, '0x', 7, 0, ${word('2')})`.execute(kysely)
    await sql`INSERT INTO chain_custodians (tx_hash, log_index, part, registry_manager, chain_id, custodian, from_block)
      VALUES (${word('2')}, 1, 0, '0xa', ${word('3')}, '0xb', 7)`.execute(kysely)
    await sql`INSERT INTO away_peers (tenant, failures, next_probe_at) VALUES ('0xc', 1, 9)`.execute(kysely)
    await migrate(kysely)
    expect(await kysely.selectFrom('receiving_accounts').select('account').execute()).toEqual([
      { account: '1001' },
    ])
    expect(await kysely.selectFrom('chain_custodians').select('custody_chain_id').execute()).toEqual([
      { custody_chain_id: word('3') },
    ])
    expect(await kysely.selectFrom('unreachable_peers').select('tenant').execute()).toEqual([
      { tenant: '0xc' },
    ])
  } finally {
    await close()
  }
})
