// What only a server can do: crash, run full, make callers wait. Each time the work continues on the same handle.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startPostgres, startSmallPostgres } from '../../../../testkit/src/database/postgres.ts'
import type { Postgres } from '../../../../testkit/src/database/postgres.ts'
import { until } from '../../../../testkit/src/machine.ts'
import { DatabaseBusy } from './database.ts'
import type { Lock } from './database.ts'
import { openDatabase } from './openDatabase.ts'
import type { Database } from './openDatabase.ts'
import { useNonces } from '../queries/credentials.ts'
import { PREPARED } from './preparedStatements.ts'

let postgres: Postgres
let admin: pg.Pool
let database: Database
let url: string
let numDatabases = 0

beforeAll(async () => {
  postgres = await startPostgres('max_connections=60')
  admin = new pg.Pool({ connectionString: postgres.urlOf('postgres'), max: 20 })
  admin.on('error', () => undefined)
})
afterAll(async () => {
  await admin.end()
  await postgres.remove()
})

beforeEach(async () => {
  numDatabases += 1
  await admin.query(`CREATE DATABASE world${numDatabases}`)
  url = postgres.urlOf(`world${numDatabases}`)
})
afterEach(() => database.close())

const user = '0x01' as never
const use = async (nonce: string, db = database.kysely) => (await useNonces(db, [{ user, nonce }]))[0]
const numbersOf = async (query: string) => (await admin.query<{ n: number }>(query)).rows[0]?.n ?? 0
const numSessions = () =>
  numbersOf(`SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = 'world${numDatabases}'`)

/** Everything that a process holds open: the pool, a lock, a listener. */
async function hold() {
  database = await openDatabase({ databaseUrl: url })
  const heard: string[] = []
  await database.listen('news', (payload) => heard.push(payload))
  const lock = (await database.tryLock(1)) as Lock
  expect(await use('before')).toBe(true)
  return { heard, lock }
}

async function expectToGoOn(heard: string[], lock: Lock): Promise<void> {
  await lock.lost
  await until('a query', () => use('after').catch(() => undefined))
  // What was committed is there, and only once.
  expect(await use('before')).toBe(false)
  await until('the listener to say that it may have missed something', () =>
    Promise.resolve(heard.includes('')),
  )
  await sql`SELECT pg_notify('news', 'again')`.execute(database.kysely)
  await until('the notification', () => Promise.resolve(heard.includes('again')))
  const next = await until('the lock', () => database.tryLock(1))
  await next.release()
}

test('SRV-08 after a crash and restart of the server everything continues, and committed rows are there', async () => {
  const { heard, lock } = await hold()
  await postgres.stop('immediate')
  await expect(use('meanwhile')).rejects.toThrow(/ECONNREFUSED|terminat/)
  await postgres.start()
  await expectToGoOn(heard, lock)
})

test('SRV-08 sessions that an administrator ends are replaced', async () => {
  const { heard, lock } = await hold()
  await admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'world${numDatabases}'`,
  )
  expect(await lock.lost).toBeUndefined()
  await expectToGoOn(heard, lock)
})

test('SRV-08 a transaction whose session ends halfway leaves nothing behind', async () => {
  database = await openDatabase({ databaseUrl: url })
  const broken = database.kysely.transaction().execute(async (trx) => {
    await use('half', trx)
    await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(trx)
  })
  await expect(broken).rejects.toThrow(/terminat/)
  expect(await use('half')).toBe(true)
})

test('SRV-08 with all connections in use a limited number of requests waits for a limited time; the next one fails at once', async () => {
  database = await openDatabase({ databaseUrl: url, queue: { places: 2, waitMs: 1_000 } })
  let release = () => undefined as void
  const freed = new Promise<void>((done) => (release = done))
  const take = () => database.kysely.connection().execute(() => freed)
  const taken = Array.from({ length: 10 }, take)
  await until('all to be taken', () =>
    Promise.resolve(database.connections().idle === 0 && database.connections().open === 10),
  )
  const waiting = [use('one'), use('two')]
  await until('two to wait', () => Promise.resolve(database.connections().waiting === 2))
  await expect(use('three')).rejects.toThrow(DatabaseBusy)
  for (const one of waiting) await expect(one).rejects.toThrow(DatabaseBusy)
  const next = use('next')
  await until('it to wait', () => Promise.resolve(database.connections().waiting === 1))
  release()
  await Promise.all(taken)
  expect(await next).toBe(true)
})

test('a statement that starts with PREPARED is prepared once on a connection, also after a failure; others are not', async () => {
  database = await openDatabase({ databaseUrl: url })
  const divide = (by: number) => sql<{ n: number }>`${PREPARED} SELECT 6 / ${by}::int AS n`
  await database.kysely.connection().execute(async (db) => {
    await expect(divide(0).execute(db)).rejects.toThrow(/division by zero/)
    for (const by of [1, 2, 3]) expect((await divide(by).execute(db)).rows).toEqual([{ n: 6 / by }])
    const { rows } = await sql`SELECT statement FROM pg_prepared_statements`.execute(db)
    expect(rows).toEqual([{ statement: expect.stringContaining('SELECT 6 /') as unknown }])
  })
})

test('SRV-08 a query that waits too long for a lock fails, and holds no lock afterwards', async () => {
  database = await openDatabase({ databaseUrl: url })
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await holder.query('BEGIN; LOCK TABLE nonces')
  await expect(use('locked')).rejects.toThrow(/lock timeout/)
  await holder.end()
  expect(await use('locked')).toBe(true)
})

test('SRV-09 on a full disk writes fail and reads continue; with room again both continue', async () => {
  database = await openDatabase({ databaseUrl: url })
  const small = await startSmallPostgres(8)
  try {
    const full = await openDatabase({ databaseUrl: small.urlOf('postgres') })
    const db = full.kysely
    expect(await use('before', db)).toBe(true)
    const fill = sql`INSERT INTO nonces (user_address, nonce, expires_at)
      SELECT '0x02', md5(n::text) || repeat('x', 900), 0 FROM generate_series(1, 20000) AS n`
    await expect(fill.execute(db)).rejects.toThrow(/could not extend file/)
    expect(await use('before', db)).toBe(false)
    const { rows } = await sql`SELECT FROM nonces WHERE user_address = '0x02'`.execute(db)
    expect(rows).toEqual([])
    await sql`VACUUM nonces`.execute(db)
    expect(await use('after', db)).toBe(true)
    await full.close()
  } finally {
    await small.remove()
  }
}, 240_000)

test('SRV-21 a migration that is killed halfway has changed nothing, and completes on the next start', async () => {
  // It waits in the middle for a table of this name, of which nobody can say yet whether it will be there.
  const blocker = new pg.Client({ connectionString: url })
  await blocker.connect()
  await blocker.query('BEGIN; CREATE TABLE tenant_invitations (id int)')
  const opener = fileURLToPath(new URL('./openDatabase.ts', import.meta.url))
  const script = `import(${JSON.stringify(opener)}).then((m) => m.openDatabase({ databaseUrl: ${JSON.stringify(url)} }))`
  const child = spawn(process.execPath, ['-e', script], { stdio: 'ignore' })
  await until(
    'the migration to wait',
    async () =>
      (await numbersOf(
        `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = 'world${numDatabases}' AND wait_event_type = 'Lock'`,
      )) > 0,
  )
  child.kill('SIGKILL')
  await once(child, 'exit')
  await blocker.query('ROLLBACK')
  await until('its sessions to end', async () => (await numSessions()) <= 1)
  const { rows } = await blocker.query(
    "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'kysely%'",
  )
  expect(rows).toEqual([])
  await blocker.end()
  database = await openDatabase({ databaseUrl: url })
  expect(await use('whole')).toBe(true)
})
