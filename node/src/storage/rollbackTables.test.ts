// Every projection is taken back in the same way: each table is written with rows of its own columns, whatever they are.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { columnTypes } from './columnTypes.ts'
import type { ColumnTypes } from './columnTypes.ts'
import type { Database } from './openDatabase.ts'
import { APPENDED_NAMES, VERSIONED_NAMES } from './projections.ts'
import type { AnyRow } from './projections.ts'
import { rollbackTo } from './rollbackTo.ts'
import { appendRows, writeVersions } from './writeVersions.ts'
import { openTestDatabase } from '../../../testkit/src/node/testDatabase.ts'

let database: Database
let types: ColumnTypes

beforeAll(async () => {
  database = await openTestDatabase()
  types = await columnTypes(database.kysely)
})
afterAll(() => database.close())

/** A value for each column; the same seed gives the same row. */
function rowOf(table: string, seed: number): AnyRow {
  const columns = [...(types.get(table) ?? [])]
  expect(columns.length).toBeGreaterThan(0)
  const row: Record<string, string | number | boolean> = {}
  for (const [column, type] of columns)
    row[column] = type === 'boolean' ? true : type === 'text' ? `0x${seed}` : seed
  return row
}

const roll = (block: number) => database.kysely.transaction().execute((trx) => rollbackTo(trx, block))

test.each(VERSIONED_NAMES)('%s has again what held at the block', async (table) => {
  const version = (seed: number, from_block: number, to_block: number | null) => ({
    ...rowOf(table, seed),
    from_block,
    to_block,
  })
  const opened = [version(1, 5, 8), version(1, 8, 11), version(1, 11, null), version(2, 12, null)]
  await writeVersions(database.kysely, table, { closed: [], opened })
  await roll(9)
  const rows = await database.kysely
    .selectFrom(table)
    .select(['from_block', 'to_block'])
    .orderBy('from_block')
    .execute()
  expect(rows).toEqual([
    { from_block: 5, to_block: 8 },
    { from_block: 8, to_block: null },
  ])
})

test.each(APPENDED_NAMES)('%s keeps what was added up to the block, and nothing later', async (table) => {
  const rows = [8, 9, 10].map((from_block) => ({ ...rowOf(table, from_block), from_block }))
  await appendRows(database.kysely, table, rows)
  await roll(9)
  const kept = await database.kysely.selectFrom(table).select('from_block').orderBy('from_block').execute()
  expect(kept.map((row) => row.from_block)).toEqual([8, 9])
})
