import { AccountNumber, Address, InstrumentId, Quantity, RegistryId } from '@connex/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../../testkit/src/database/testDatabase.ts'
import type { Database } from '../engine/openDatabase.ts'
import { insertAuditEntries } from '../queries/audit.ts'
import { APPENDED_NAMES, VERSIONED_NAMES } from '../schema/versionKeys.ts'
import type { AnyRow } from '../schema/versionKeys.ts'
import { rollbackTo } from './rollback.ts'
import { appendRows, columnTypes, writeVersions } from './versions.ts'
import type { ColumnTypes } from './versions.ts'

describe('rollbackTo', () => {
  const word = (digit: string) => `0x${digit.repeat(64)}`
  const address = (digit: string) => Address.parse(`0x${digit.repeat(40)}`)

  let database: Database

  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())
  beforeEach(() => database.kysely.deleteFrom('positions').execute())

  /** One position's versions, as `from..to` with the balance; an open one has no end. */
  const readVersions = async (): Promise<string[]> => {
    const rows = await database.kysely.selectFrom('positions').selectAll().orderBy('from_block').execute()
    return rows.map((row) => `${row.from_block}..${row.to_block ?? ''} ${row.balance}`)
  }

  async function insertVersions(
    ...versions: [from: number, to: number | null, balance: string][]
  ): Promise<void> {
    const values = versions.map(([from_block, to_block, balance]) => ({
      registry_manager: address('a'),
      registry_id: RegistryId.parse(word('1')),
      owner: address('b'),
      account: AccountNumber.parse('1001'),
      registrar: address('c'),
      instrument_id: InstrumentId.parse(word('2')),
      balance: Quantity.parse(balance),
      earmarked: Quantity.parse('0'),
      from_block,
      to_block,
    }))
    await database.kysely.insertInto('positions').values(values).execute()
  }

  const roll = (block: number) => database.kysely.transaction().execute((trx) => rollbackTo(trx, block))

  test('versions that opened after the block are deleted, and those that closed after it are current again', async () => {
    await insertVersions([5, 8, '10'], [8, 11, '20'], [11, null, '30'])
    await roll(9)
    expect(await readVersions()).toEqual(['5..8 10', '8.. 20'])
  })

  test('a version that closed in the very next block is current again', async () => {
    await insertVersions([5, 9, '10'], [9, null, '20'])
    await roll(8)
    expect(await readVersions()).toEqual(['5.. 10'])
  })

  test('a version that opened in the block itself stays, and the one that it closed stays closed', async () => {
    await insertVersions([5, 8, '10'], [8, null, '20'])
    await roll(8)
    expect(await readVersions()).toEqual(['5..8 10', '8.. 20'])
  })

  test('nothing is left of rows that began after the block', async () => {
    await insertVersions([5, 8, '10'], [8, null, '20'])
    await roll(4)
    expect(await readVersions()).toEqual([])
  })

  test('audit entries from the ledger go with their block, and the server’s own stay', async () => {
    const entry = (block?: number) => ({
      tenantAddr: address('a'),
      userAddr: address('b'),
      source: 'ON-CHAIN' as const,
      action: 'EXECUTE' as const,
      type: 'delivery-manager',
      entityId: String(block),
      call: 'BatchDelegated',
      outcome: 'DONE' as const,
      status: null,
      txHash: null,
      ...(block === undefined ? {} : { block }),
    })
    await insertAuditEntries(database.kysely, [entry(8), entry(9), entry(10), entry()])
    await roll(9)
    const remaining = await database.kysely.selectFrom('audit').select('entity_id').orderBy('id').execute()
    expect(remaining.map((row) => row.entity_id)).toEqual(['8', '9', 'undefined'])
  })
})

describe('rollbackTables', () => {
  // Every projection is taken back in the same way: each table is written with rows of its own columns, whatever they are.

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

  test.each(VERSIONED_NAMES)('%s has its rows as of the block again', async (table) => {
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

  test.each(APPENDED_NAMES)('%s has the facts up to the block, and none later', async (table) => {
    const rows = [8, 9, 10].map((from_block) => ({ ...rowOf(table, from_block), from_block }))
    await appendRows(database.kysely, table, rows)
    await roll(9)
    const remaining = await database.kysely
      .selectFrom(table)
      .select('from_block')
      .orderBy('from_block')
      .execute()
    expect(remaining.map((row) => row.from_block)).toEqual([8, 9])
  })
})
