// The database of a test world: PGlite, or where the run says so one of its own on the run's PostgreSQL server.
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Config } from '../../../node/src/common/config.ts'
import { copyDatabase } from '../../../node/src/storage/engine/emptyDatabases.ts'
import { openDatabase } from '../../../node/src/storage/engine/openDatabase.ts'
import type { Database } from '../../../node/src/storage/engine/openDatabase.ts'

export type TestDatabase = { database: Config['database']; remove: () => Promise<void> }

/** Vitest's project `postgres` says so. */
const isOnPostgres = process.env['CONNEX_TEST_ENGINE'] === 'postgres'

/** An empty database that can be opened, closed and opened again, by several processes on PostgreSQL. */
export async function planTestDatabase(): Promise<TestDatabase> {
  return isOnPostgres ? planPostgresDatabase() : planDirectory()
}

/** One that is gone once it is closed. */
export async function openTestDatabase(): Promise<Database> {
  const { database: location, remove } = await planTestDatabase()
  const database = await openDatabase(location)
  return { ...database, close: () => database.close().then(remove) }
}

async function planPostgresDatabase(): Promise<TestDatabase> {
  const server = new URL(await postgresUrl())
  const name = uniqueName()
  if (process.env['CONNEX_TEST_POSTGRES']) await administer(server.href, `CREATE DATABASE ${name}`)
  else await copyMigrated(server, name)
  return {
    database: { databaseUrl: new URL(`/${name}`, server).href },
    remove: () => administer(server.href, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  }
}

const uniqueName = (): string => `connex_${randomUUID().replaceAll('-', '')}`

/** Migrated, and copied by all. A server that outlives the run might have one of before the last migration. */
const MIGRATED = 'connex_migrated'

/** Migrating takes most of the time that opening one takes: the first test of a run does it for all. */
async function copyMigrated(server: URL, name: string): Promise<void> {
  const copy = () => administer(server.href, `CREATE DATABASE ${name} TEMPLATE ${MIGRATED}`)
  try {
    await copy()
  } catch (error) {
    if ((error as { code?: string }).code !== UNKNOWN_DATABASE) throw error
    await makeMigrated(server)
    await copy()
  }
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const UNKNOWN_DATABASE = '3D000'
const DUPLICATE_DATABASE = '42P04'

async function makeMigrated(server: URL): Promise<void> {
  const made = uniqueName()
  await administer(server.href, `CREATE DATABASE ${made}`)
  await openDatabase({ databaseUrl: new URL(`/${made}`, server).href }).then((database) => database.close())
  // Another test may have made it meanwhile.
  await administer(server.href, `ALTER DATABASE ${made} RENAME TO ${MIGRATED}`).catch(
    async (error: { code?: string }) => {
      if (error.code !== DUPLICATE_DATABASE) throw error
      await administer(server.href, `DROP DATABASE ${made}`)
    },
  )
}

async function planDirectory(): Promise<TestDatabase> {
  const dataDir = await createDataDir()
  return { database: { dataDir }, remove: () => rm(dataDir, { recursive: true, force: true }) }
}

/** A migrated PGlite. Making one takes seconds, copying one does not: the first test of a run makes it for all. */
export async function createDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'connex-data-'))
  const shared = process.env['CONNEX_SHARED_FOLDER']
  if (shared === undefined) return dataDir
  const empty = join(shared, 'empty')
  if (!existsSync(empty)) {
    const made = `${empty}-${randomUUID()}`
    await openDatabase({ dataDir: made }).then((database) => database.close())
    await rename(made, empty).catch(() => rm(made, { recursive: true, force: true }))
  }
  await copyDatabase(empty, dataDir)
  return dataDir
}

async function postgresUrl(): Promise<string> {
  const given = process.env['CONNEX_TEST_POSTGRES']
  if (given) return given
  const version = process.env['CONNEX_POSTGRES_VERSION'] ?? ''
  const answer = await fetch(new URL(version, process.env['CONNEX_POSTGRES_OFFER']))
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return text
}

async function administer(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
