import type { DeliveryId } from '@connex/protocol'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { seedDesk } from '../../../../testkit/src/database/deskRows.ts'
import { DESK } from '../../../../testkit/src/database/deskTransfers.ts'
import { openTestDatabase } from '../../../../testkit/src/database/testDatabase.ts'
import { seeded } from '../../../../testkit/src/random.ts'
import type { Queryable } from '../engine/database.ts'
import { refreshOpenDeals } from '../projections/openDeals.ts'

const word = (digit: string) => `0x${digit.repeat(64)}`

/** What 0017deskQuestions and later migrations have added. */
const before0017 = [
  `DROP INDEX instrument_details_by_maturity, instrument_details_coupons`,
  `DROP TABLE open_lots`,
  `ALTER TABLE deliveries DROP COLUMN closed_log_index`,
  `DROP TABLE event_key`,
  `DROP TABLE early_logs`,
  `ALTER TABLE cursor DROP COLUMN early_logs_from`,
  `DROP TABLE cancelled_nonces, announced_upgrades, earmark_protocols`,
  `DROP INDEX batch_signers_by_nonce`,
  `ALTER TABLE batch_signers DROP COLUMN nonce, DROP COLUMN digest, DROP COLUMN selectors,
     ADD COLUMN nonce numeric NOT NULL, ADD COLUMN num_calls numeric NOT NULL`,
  `CREATE INDEX batch_signers_by_nonce ON batch_signers (tenant, nonce)`,
  `ALTER TABLE transfer_views DROP COLUMN waits_for, DROP COLUMN last_at, DROP COLUMN expires_at`,
  `DROP INDEX transfer_views_pending`,
  `ALTER TABLE delivery_details DROP COLUMN is_open_deal`,
  `ALTER TABLE transfer_views DROP COLUMN is_cancel_requested`,
  `ALTER TABLE confirmations DROP CONSTRAINT confirmations_pkey, DROP COLUMN is_withdrawn`,
  `ALTER TABLE confirmations ADD PRIMARY KEY (delivery_id, leg_idx, role)`,
  `DELETE FROM kysely_migration WHERE name >= '0017'`,
]

/** The names before 0016plainNames. */
const oldNames = [
  ...before0017,
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

const waitingOf = (db: Queryable) =>
  db
    .selectFrom('transfer_views')
    .select(['delivery_id', 'waits_for', 'last_at', 'is_cancel_requested', 'expires_at'])
    .where('viewer', '=', DESK.viewer)
    .orderBy('delivery_id')
    .execute()

const openDealsOf = (db: Queryable) =>
  db
    .selectFrom('delivery_details')
    .select(['tenant', 'delivery_id'])
    .where('is_open_deal', '=', true)
    .orderBy('tenant')
    .orderBy('delivery_id')
    .execute()

const openLotsOf = (db: Queryable) =>
  db
    .selectFrom('open_lots')
    .selectAll()
    .orderBy('tenant')
    .orderBy('delivery_id')
    .orderBy('asset_id')
    .execute()

/** Every loan is evergreen; and a settled transfer amends the notice of an open deal with the same counterparty. */
async function agreeOnNotice(db: Queryable): Promise<void> {
  const loan = JSON.stringify({ loan: { termType: 'EVERGREEN', noticeDays: 35 } })
  const deal = JSON.stringify({ deal: { amend: { noticeDays: 3 } } })
  await sql`UPDATE delivery_details SET details = details || ${loan}::jsonb WHERE NOT details ? 'repo'`.execute(
    db,
  )
  await sql`
    WITH pair AS (
      SELECT h.delivery_id AS opening, d.delivery_id AS event
      FROM delivery_details h JOIN transfer_views o ON o.delivery_id = h.delivery_id AND o.viewer = h.tenant
      JOIN transfer_views e ON e.viewer = o.viewer AND e.counterparty = o.counterparty AND e.transfer_type = 'FOP'
        AND e.state = 'SETTLED'
      JOIN delivery_details d ON d.delivery_id = e.delivery_id AND d.tenant = e.viewer AND d.status = 'SYNCED'
      WHERE h.is_open_deal AND h.tenant = ${DESK.viewer} LIMIT 1)
    UPDATE delivery_details d SET details = d.details || ${deal}::jsonb || jsonb_build_object('openingDeliveryId', pair.opening)
    FROM pair WHERE d.delivery_id = pair.event`.execute(db)
  const all = await db.selectFrom('delivery_details').select('delivery_id').execute()
  await refreshOpenDeals(
    db,
    all.map((row) => row.delivery_id as DeliveryId),
  )
}

test(
  'transfers of an older database say whom they wait for and since when, which deals are open, and with what',
  seeded(async (random) => {
    const { kysely, close } = await openTestDatabase()
    try {
      await seedDesk(kysely, random, 120)
      await agreeOnNotice(kysely)
      const [waiting, open, lots] = [
        await waitingOf(kysely),
        await openDealsOf(kysely),
        await openLotsOf(kysely),
      ]
      expect(new Set(lots.map(({ notice_days: days }) => days))).toEqual(new Set([0, 3, 35]))
      for (const statement of before0017) await sql.raw(statement).execute(kysely)
      await migrate(kysely)
      expect(await waitingOf(kysely)).toEqual(waiting)
      expect(await openDealsOf(kysely)).toEqual(open)
      expect(await openLotsOf(kysely)).toEqual(lots)
    } finally {
      await close()
    }
  }),
)
