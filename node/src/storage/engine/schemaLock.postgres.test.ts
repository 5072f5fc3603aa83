// How processes of two versions share one PostgreSQL: the older ones leave before a migration, and nothing of theirs writes after it.
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startPostgres } from '../../../../testkit/src/database/postgres.ts'
import type { Postgres } from '../../../../testkit/src/database/postgres.ts'
import { startRelay } from '../../../../testkit/src/database/relay.ts'
import { until } from '../../../../testkit/src/machine.ts'
import { useNonces } from '../queries/credentials.ts'
import { migrate, MIGRATIONS } from '../schema/migrate.ts'
import { openDatabase } from './openDatabase.ts'
import type { Database } from './openDatabase.ts'
import { openPostgres } from './postgres.ts'
import { migrateAlone } from './schemaLock.ts'

const USE_SHARED = 'SELECT pg_advisory_lock_shared(7024002)'
const NEXT = '9999nextVersion'
let numMigrations = 0
const next = {
  ...MIGRATIONS,
  [NEXT]: {
    up: async (db: Database['kysely']) => {
      numMigrations += 1
      await db.schema.createTable('next_version').addColumn('n', 'integer').execute()
    },
  },
}

let postgres: Postgres
let databaseUrl: string
let numDatabases = 0
const opened: { close: () => Promise<unknown> }[] = []

beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.remove())

beforeEach(async () => {
  numMigrations = 0
  numDatabases += 1
  await administer('postgres', `CREATE DATABASE world${numDatabases}`)
  databaseUrl = postgres.urlOf(`world${numDatabases}`)
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ close }) => close()))
})

async function administer(name: string, statement: string): Promise<void> {
  const client = await connect(postgres.urlOf(name))
  await client.query(statement)
  await client.end()
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function open(url = databaseUrl, options = {}): Promise<Database> {
  const database = await openDatabase({ databaseUrl: url }, options)
  opened.unshift(database)
  return database
}

const openNext = (onWait?: () => void) => open(databaseUrl, { migrations: next, onWait })

/** A process that notes what it is to do, and does it. */
async function openWatched(database?: Database) {
  const watched = database ?? (await open())
  const notes: string[] = []
  const stop = watched.watchUpgrades({
    drain: async (reason) => void notes.push(reason),
    resume: async () => void notes.push('resume'),
  })
  opened.unshift({ close: stop })
  return { database: watched, notes }
}

const write = async ({ kysely }: Database, nonce = 'one') =>
  (await useNonces(kysely, [{ user: '0x01' as never, nonce }]))[0]

/** Another user of the schema, who stays. */
async function useSchema(): Promise<pg.Client> {
  const client = await connect(databaseUrl)
  await client.query(USE_SHARED)
  opened.unshift({ close: () => client.end() })
  return client
}

/** A newer version that gives up after so long. */
async function upgradeWithin(patienceMs: number): Promise<void> {
  const engine = openPostgres(databaseUrl, { isMigration: true })
  try {
    await migrateAlone(engine.kysely, {
      version: '9.9.9',
      migrations: Object.keys(next),
      migrate: (session) => migrate(session, next),
      patienceMs,
    })
  } finally {
    await engine.close()
  }
}

test('a version older than its database does not start, and announces nothing to those that run', async () => {
  const { notes } = await openWatched(await openNext())
  await expect(open()).rejects.toThrow(
    `A newer version has migrated the database (${NEXT}), and version 0.1.0 does not run on it.`,
  )
  expect(notes).toEqual([])
})

test('nothing is migrated while a process does not leave: the newer version ends and names its sessions', async () => {
  const database = await open()
  const { notes } = await openWatched()
  const holder = await useSchema()
  expect(await write(database)).toBe(true)
  const { rows } = await holder.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  await expect(upgradeWithin(1_500)).rejects.toThrow(
    new RegExp(`still uses the database after 2 seconds, so it was not migrated.* ${rows[0]?.pid} from 127`),
  )
  expect(numMigrations).toBe(0)
  await until('the process to return', async () => notes.at(-1) === 'resume')
})

test('a session from before a migration holds it up, one from after it is refused, and neither writes in the old form', async () => {
  const database = await open()
  let release = () => undefined as void
  const released = new Promise<void>((done) => (release = done))
  const busy = database.kysely.connection().execute(async (db) => {
    await released
    await useNonces(db, [{ user: '0x01' as never, nonce: 'before' }])
  })
  await until('its session', async () => database.connections().open === 1)
  const migrating = openNext()
  await new Promise((done) => setTimeout(done, 500))
  expect(numMigrations).toBe(0)
  release()
  await busy
  // The pool of a process that does not watch leaves its idle sessions after a while.
  const newer = await migrating
  expect(numMigrations).toBe(1)
  expect(await write(newer, 'before')).toBe(false)
  await expect(write(database, 'after')).rejects.toThrow(
    `A newer version has migrated the database (${NEXT})`,
  )
  expect(await write(newer, 'after')).toBe(true)
})

test('the session that migrates loses its lock and its changes together', async () => {
  await open().then(({ close }) => close())
  const killed = {
    ...next,
    [NEXT]: {
      up: (db: Database['kysely']) => sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(db),
    },
  }
  await expect(open(databaseUrl, { migrations: killed })).rejects.toThrow(
    'The database could not be migrated.',
  )
  expect(await write(await open())).toBe(true)
})

test('a newer version waits until the older ones have left, and then alone has the database', async () => {
  const older = [await openWatched(), await openWatched()] as const
  for (const [index, { database }] of older.entries()) expect(await write(database, `${index}`)).toBe(true)
  let numWaits = 0
  const newer = await openNext(() => (numWaits += 1))
  expect(numWaits).toBe(1)
  expect(await write(newer)).toBe(true)
  for (const { notes, database } of older) {
    expect(notes[0]).toBe('Version 0.1.0 waits to migrate the database, or migrates it.')
    await until('the reason to change', async () => notes.length === 2)
    expect(notes[1]).toContain(`A newer version has migrated the database (${NEXT}). Start that version`)
    await expect(write(database)).rejects.toThrow('This process has left the database to a newer version.')
  }
})

test('of two newer versions at once one migrates, and both start', async () => {
  const { notes } = await openWatched()
  const both = await Promise.all([openNext(), openNext()])
  expect(numMigrations).toBe(1)
  for (const [index, newer] of both.entries()) expect(await write(newer, `${index}`)).toBe(true)
  expect(notes).not.toContain('resume')
})

test('where nothing is to be migrated nobody leaves', async () => {
  const { notes, database } = await openWatched()
  const other = await open()
  expect(await write(other, 'other')).toBe(true)
  await new Promise((done) => setTimeout(done, 1_200))
  expect(notes).toEqual([])
  expect(await write(database, 'still')).toBe(true)
})

test('when the newer version ends before it has migrated, the older one returns and writes', async () => {
  const { notes, database } = await openWatched()
  await useSchema()
  await expect(upgradeWithin(1_500)).rejects.toThrow('was not migrated')
  await until('it to return', async () => notes.at(-1) === 'resume')
  expect(await write(database)).toBe(true)
})

test('a process whose connections break while another one migrates writes no more, and leaves when they are back', async () => {
  const server = new URL(databaseUrl)
  const relay = await startRelay(Number(server.port))
  const url = `${server.protocol}//connex@127.0.0.1:${relay.port}${server.pathname}`
  opened.unshift(relay)
  const { notes, database } = await openWatched(await open(url))
  expect(await write(database, 'before')).toBe(true)
  relay.pointTo(undefined)
  const newer = await openNext()
  relay.pointTo(Number(server.port))
  await expect(write(database, 'after')).rejects.toThrow(/newer version|terminated|ECONN/)
  await until('it to leave', async () => notes.some((note) => note.startsWith('A newer version has')))
  await expect(write(database, 'after')).rejects.toThrow('left the database to a newer version')
  expect(await write(newer, 'after')).toBe(true)
})
