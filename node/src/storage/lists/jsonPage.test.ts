import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../../testkit/src/database/testDatabase.ts'
import type { Database } from '../engine/openDatabase.ts'
import { page } from './page.ts'
import { fieldsOf, jsonPage } from './jsonPage.ts'

type Item = { id: string; label: string | null; quantity: string; decimals: number }

const HUGE = '123456789012345678901234567890123456789'
const ODD = 'a "b" \\c\n\u2028 é 🏦 </script>'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const fields = fieldsOf<Item>({ id: 'asIs', label: 'asIs', quantity: 'decimal', decimals: 'asIs' })
const rules = {
  sorts: { quantity: 'quantity' },
  defaultSort: 'quantity',
  search: ['label'],
  unique: ['id'],
}

/** The same page as rows and as written. */
async function bothWays(paging: { page?: number; itemsPerPage?: number; filter?: string }) {
  const { kysely: db } = database
  const rows = sql<
    Item & { hidden: string }
  >`(VALUES ('a', ${ODD}::text, ${HUGE}::numeric, 2, 'x'), ('b', NULL, 10, 0, 'x'),
    ('c', 'ten', 9.50, 0, 'x')) AS t (id, label, quantity, decimals, hidden)`
  const query = db.selectFrom(rows as never).selectAll()
  const read = await page(query as never, paging, rules)
  const written = await jsonPage(query as never, fields, paging, rules, { db, key: undefined })
  return { read, answered: JSON.parse(written.toJson()) as unknown }
}

test('the database writes the same JSON as the server: exact quantities, unchanged text, nothing else', async () => {
  const { answered } = await bothWays({})
  expect(answered).toEqual({
    items: [
      { id: 'c', label: 'ten', quantity: '9.50', decimals: 0 },
      { id: 'b', label: null, quantity: '10', decimals: 0 },
      { id: 'a', label: ODD, quantity: HUGE, decimals: 2 },
    ],
    pageItemCount: 3,
    totalItemCount: 3,
  })
})

test.each([
  [{ itemsPerPage: 2 }, { pageItemCount: 2, totalItemCount: 3 }],
  [
    { itemsPerPage: 2, page: 2 },
    { pageItemCount: 1, totalItemCount: 3 },
  ],
  [{ itemsPerPage: 3 }, { pageItemCount: 3, totalItemCount: 3 }],
  [
    { itemsPerPage: 2, page: 9 },
    { items: [], pageItemCount: 0, totalItemCount: 3 },
  ],
  [
    { itemsPerPage: 1, filter: 't' },
    { pageItemCount: 1, totalItemCount: 2 },
  ],
  [{ filter: 'nobody' }, { items: [], pageItemCount: 0, totalItemCount: 0 }],
])('%j is counted as a page of rows is', async (paging, counts) => {
  const { read, answered } = await bothWays(paging)
  expect(answered).toMatchObject(counts)
  expect(read).toMatchObject(counts)
})
