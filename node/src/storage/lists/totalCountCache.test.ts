import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { announce } from '../projections/announcements.ts'
import { openTestDatabase } from '../../../../testkit/src/database/testDatabase.ts'
import type { Database } from '../engine/openDatabase.ts'
import { countAll, page } from './page.ts'

let database: Database
let counted = 0

beforeAll(async () => {
  database = await openTestDatabase()
  const hash = (digit: string) => `0x${digit.repeat(64)}`
  await sql`INSERT INTO cursor (id, chain_id, platform_manager, block_number, block_hash, finalized_block, updated_at,
      early_logs_from)
    VALUES (1, 31337, ${`0x${'1'.repeat(40)}`}, 7, ${hash('7')}, 0, 0, 1)`.execute(database.kysely)
  await addBlocks(1, 5)
})
afterAll(() => database.close())

const addBlocks = (from: number, to: number) =>
  sql`INSERT INTO blocks (number, hash, timestamp)
    SELECT n, '0x' || lpad(n::text, 64, '0'), n FROM generate_series(${from}::int, ${to}::int) AS n`.execute(
    database.kysely,
  )

async function list(paging: { page?: number; filter?: string } = {}) {
  const { kysely: db } = database
  const found = db.selectFrom('blocks').select(['number', 'hash'])
  const rules = { sorts: { number: 'number' }, defaultSort: 'number', search: ['number'], unique: ['number'] }
  const count = () => {
    counted += 1
    return countAll(found)
  }
  return page(found, { itemsPerPage: 2, ...paging }, rules, { db, key: 'blocks', count })
}

test('a total is counted once, and again after a new block, a replaced block or an announcement', async () => {
  const moves = [
    () => database.kysely.updateTable('cursor').set({ block_number: 8 }).execute(),
    () =>
      database.kysely
        .updateTable('cursor')
        .set({ block_hash: sql`'0x' || repeat('8', 64)` })
        .execute(),
    () =>
      announce(database.kysely, [{ topic: 'transfers', keys: [], block: null, txHashes: [], tenants: null }]),
  ]
  const first = await list()
  expect(first).toMatchObject({ totalItemCount: 5, pageItemCount: 2 })
  expect(Object.keys(first.items[0] ?? {})).toEqual(['number', 'hash'])
  let total = 5
  for (const move of moves) {
    await list({ page: 2 })
    const before = counted
    await list()
    expect(counted).toBe(before)
    await addBlocks(total + 1, total + 1)
    await move()
    total += 1
    expect(await list()).toMatchObject({ totalItemCount: total })
    expect(counted).toBe(before + 1)
  }
})

test('the last page gives the total, and a page after the end counts', async () => {
  const before = counted
  expect(await list({ page: 4 })).toMatchObject({ totalItemCount: 8, pageItemCount: 2 })
  expect(counted).toBe(before)
  expect(await list({ page: 9 })).toMatchObject({ totalItemCount: 8, pageItemCount: 0 })
  expect(counted).toBe(before + 1)
})

test('a search has a total of its own', async () => {
  expect(await list({ filter: '7' })).toMatchObject({ totalItemCount: 1 })
})
