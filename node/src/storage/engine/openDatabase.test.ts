import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { openDatabase } from './openDatabase.ts'
import type { Database } from './openDatabase.ts'
import { openTestDatabase } from '../../../../testkit/src/database/testDatabase.ts'

const open: Database[] = []
const directories: string[] = []

async function opened(opening: Promise<Database>): Promise<Database> {
  const database = await opening
  open.push(database)
  return database
}

afterEach(async () => {
  for (const database of open.splice(0)) await database.close()
  for (const directory of directories.splice(0)) await rm(directory, { recursive: true, force: true })
})

test('a directory opens once, and again after the first database has closed', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'connex-test-'))
  directories.push(dataDir)
  const first = await opened(openDatabase({ dataDir }))
  await expect(openDatabase({ dataDir })).rejects.toThrow('Another process is using the database')
  await first.kysely
    .insertInto('nonces')
    .values({ user_address: '0x01' as never, nonce: 'a', expires_at: 1 })
    .execute()
  await first.close()
  const second = await opened(openDatabase({ dataDir }))
  const rows = await second.kysely.selectFrom('nonces').selectAll().execute()
  expect(rows).toEqual([{ user_address: '0x01', nonce: 'a', expires_at: 1 }])
})

test('quantities are read as decimal strings, block numbers as numbers, json and arrays as their values', async () => {
  const { kysely } = await opened(openTestDatabase())
  const wide = '9'.repeat(39)
  const { rows } = await sql`SELECT ${wide}::numeric(39, 0) AS quantity, 7::int8 AS block,
    ${JSON.stringify({ a: 1 })}::jsonb AS json, ${['x', 'y']}::text[] AS list`.execute(kysely)
  expect(rows).toEqual([{ quantity: wide, block: 7, json: { a: 1 }, list: ['x', 'y'] }])
})

test('many concurrent queries and transactions neither mix nor deadlock', async () => {
  const { kysely } = await opened(openTestDatabase())
  const add = (nonce: string, fails: boolean) =>
    kysely.transaction().execute(async (trx) => {
      await trx
        .insertInto('nonces')
        .values({ user_address: '0x01' as never, nonce, expires_at: 1 })
        .execute()
      if (fails) throw new Error('on purpose')
    })
  const results = await Promise.allSettled(
    Array.from({ length: 40 }, (_, index) => add(String(index), index % 2 === 1)),
  )
  expect(results.filter((result) => result.status === 'rejected')).toHaveLength(20)
  const rows = await kysely.selectFrom('nonces').select('nonce').execute()
  expect(rows).toHaveLength(20)
})

test('a transaction’s notifications arrive after its commit, and never after a rollback', async () => {
  const database = await opened(openTestDatabase())
  const heard: string[] = []
  const stop = await database.listen('news', (payload) => heard.push(payload))
  await database.kysely.transaction().execute(async (trx) => {
    await sql`SELECT pg_notify('news', 'committed')`.execute(trx)
  })
  await database.kysely
    .transaction()
    .execute(async (trx) => {
      await sql`SELECT pg_notify('news', 'lost')`.execute(trx)
      throw new Error('on purpose')
    })
    .catch(() => undefined)
  await expect.poll(() => heard).toEqual(['committed'])
  await stop()
})

test('a lock is held once', async () => {
  const database = await opened(openTestDatabase())
  const first = await database.tryLock(1)
  expect(first).toBeDefined()
  expect(await database.tryLock(1)).toBeUndefined()
  await first?.release()
  expect(await database.tryLock(1)).toBeDefined()
})
