import { Address, Bytes32, DeliveryId, TransferState } from '@connex/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { SEEDED, seedDelivery, seedTenants } from '../../../../testkit/src/database/ledgerRows.ts'
import { openTestDatabase } from '../../../../testkit/src/database/testDatabase.ts'
import { seeded } from '../../../../testkit/src/random.ts'
import type { Random } from '../../../../testkit/src/random.ts'
import type { Database } from '../engine/openDatabase.ts'
import { rollbackTo } from '../projections/rollback.ts'
import { countTransfers, listTransfers } from '../queries/transfers.ts'

const address = (digit: string) => Address.parse(`0x${digit.repeat(40)}`)
const [viewer, counterparty, registrar] = [address('1'), address('2'), address('3')]
const word = (n: number) => `0x${n.toString(16).padStart(64, '0')}`
const hashOf = (block: number, fork: number) =>
  Bytes32.parse(`0x${(block * 100 + fork).toString(16).padStart(8, '0').repeat(8)}`)

let database: Database
let block = 10
let fork = 0
let numTransfers = 0

beforeAll(async () => {
  database = await openTestDatabase()
  const { kysely } = database
  await seedTenants(kysely, [
    { address: viewer, name: 'Alpenbank', apiUrl: '' },
    { address: counterparty, name: 'Baltic Trust Bank', apiUrl: '' },
  ])
  await seedDelivery(kysely, { sender: viewer, receiver: counterparty, registrar, issuer: viewer })
  await sql`INSERT INTO cursor (id, chain_id, platform_manager, block_number, block_hash, finalized_block, updated_at,
      early_logs_from)
    VALUES (1, 31337, ${address('4')}, ${block}, ${hashOf(block, fork)}, 0, 0, 1)`.execute(kysely)
})
afterAll(() => database.close())

/** A new block; one with events is stored for good. */
async function mine({ hasEvents = true } = {}): Promise<void> {
  block += 1
  const hash = hashOf(block, fork)
  const { kysely } = database
  if (hasEvents) await kysely.insertInto('blocks').values({ number: block, hash, timestamp: block }).execute()
  await kysely.updateTable('cursor').set({ block_number: block, block_hash: hash }).execute()
}

async function create(state: TransferState, createdAt = block): Promise<void> {
  numTransfers += 1
  const view = await database.kysely
    .selectFrom('transfer_views')
    .selectAll()
    .where('delivery_id', '=', SEEDED.deliveryId)
    .where('viewer', '=', viewer)
    .executeTakeFirstOrThrow()
  const delivery_id = DeliveryId.parse(word(0xabc000 + numTransfers))
  await database.kysely
    .insertInto('transfer_views')
    .values({ ...view, delivery_id, state, created_block: createdAt, from_block: createdAt, to_block: null })
    .execute()
}

/** Closes the present view of a transfer, and opens the next one. */
async function move(id: DeliveryId, state: TransferState): Promise<void> {
  const isPresent = sql<boolean>`viewer = ${viewer} AND delivery_id = ${id} AND to_block IS NULL`
  const { kysely } = database
  const view = await kysely
    .selectFrom('transfer_views')
    .selectAll()
    .where(isPresent)
    .executeTakeFirstOrThrow()
  if (view.from_block === block)
    await kysely.updateTable('transfer_views').set({ state }).where(isPresent).execute()
  else {
    await kysely.updateTable('transfer_views').set({ to_block: block }).where(isPresent).execute()
    await kysely
      .insertInto('transfer_views')
      .values({ ...view, state, from_block: block })
      .execute()
  }
}

const presentIds = async (): Promise<DeliveryId[]> => {
  const rows = await database.kysely
    .selectFrom('transfer_views')
    .select('delivery_id')
    .where('viewer', '=', viewer)
    .where('to_block', 'is', null)
    .orderBy('delivery_id')
    .execute()
  return rows.map((row) => row.delivery_id)
}

/** What a list with these filters says that it has; one row of it, so that the total is counted. */
const totalOf = async (filters: { state?: TransferState[] }): Promise<number> =>
  (await listTransfers(database.kysely, viewer, filters, { itemsPerPage: 1 })).totalItemCount

const LISTS: readonly { state?: TransferState[] }[] = [
  {},
  { state: ['PENDING'] },
  { state: ['SETTLED', 'CANCELED'] },
]

/** A block's acts, at most three; none in a block without events. */
async function act(random: Random): Promise<void> {
  for (let numActs = random.below(4); numActs > 0; numActs -= 1) {
    const state = random.pick(TransferState.options)
    if (random.chance(0.5)) await create(state)
    else await move(random.pick(await presentIds()), state)
  }
}

/** Blocks, some without events, and some that replace earlier ones. */
async function advance(random: Random): Promise<void> {
  if (random.chance(0.15)) {
    const to = Math.max(10, block - 1 - random.below(4))
    await database.kysely.transaction().execute((trx) => rollbackTo(trx, to))
    block = to
    fork += 1
  }
  const hasEvents = random.chance(0.8)
  await mine({ hasEvents })
  if (hasEvents) await act(random)
}

test(
  'totals are right behind every block: as transfers come, change and end, and as the chain reorganizes',
  seeded(async (random) => {
    for (let round = 0; round < 60; round += 1) {
      await advance(random)
      for (const filters of LISTS.filter(() => random.chance(0.7)))
        expect(await totalOf(filters)).toBe(await countTransfers(database.kysely, viewer, filters))
    }
  }),
)

test('behind a new block only what it changed is counted, and all of it once a contract brings its past', async () => {
  await mine()
  for (let more = 0; more < 3; more += 1) await create('PENDING')
  const before = await totalOf({})
  // No ledger does this: it shows what is not read again.
  await create('PENDING', 5)
  await mine()
  await create('SETTLED')
  expect(await totalOf({})).toBe(before + 1)
  await mine()
  const contract = {
    address: address('5'),
    kind: 'deliveryManager',
    owner: viewer,
    from_block: block,
  } as const
  await database.kysely.insertInto('ledger_contracts').values(contract).execute()
  expect(await totalOf({})).toBe(before + 2)
})
