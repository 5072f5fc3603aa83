import { AccountNumber, Address, InstrumentId, Quantity, RegistryId } from '@connex/protocol'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertAuditEntries } from './audit.ts'
import type { Database } from './openDatabase.ts'
import { rollbackTo } from './rollbackTo.ts'
import { openTestDatabase } from '../../../testkit/src/node/testDatabase.ts'

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

test('what opened after the block goes, and what closed after it holds again', async () => {
  await insertVersions([5, 8, '10'], [8, 11, '20'], [11, null, '30'])
  await roll(9)
  expect(await readVersions()).toEqual(['5..8 10', '8.. 20'])
})

test('a version that closed in the very next block holds again', async () => {
  await insertVersions([5, 9, '10'], [9, null, '20'])
  await roll(8)
  expect(await readVersions()).toEqual(['5.. 10'])
})

test('a version that opened in the block itself stays, and the one that it closed stays closed', async () => {
  await insertVersions([5, 8, '10'], [8, null, '20'])
  await roll(8)
  expect(await readVersions()).toEqual(['5..8 10', '8.. 20'])
})

test('nothing is left of what began after the block', async () => {
  await insertVersions([5, 8, '10'], [8, null, '20'])
  await roll(4)
  expect(await readVersions()).toEqual([])
})

test('what the audit has of the ledger goes with its block, and what the server itself has done stays', async () => {
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
  const kept = await database.kysely.selectFrom('audit').select('entity_id').orderBy('id').execute()
  expect(kept.map((row) => row.entity_id)).toEqual(['8', '9', 'undefined'])
})
