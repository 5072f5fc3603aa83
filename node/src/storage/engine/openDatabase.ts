// Opens the database: PGlite inside this process, on disk (or in memory for tests), or PostgreSQL by URL. The same SQL runs
// on both. PGlite has one connection: inside a transaction use only the transaction's handle, never the database's, or
// the two wait for each other.
import { findFullDisk } from './dataFolder.ts'
import type { Engine } from './database.ts'
import manifest from '../../../package.json' with { type: 'json' }
import { migrate, MIGRATIONS } from '../schema/migrate.ts'
import { openPglite } from './pglite.ts'
import { connectionTo, openPostgres } from './postgres.ts'
import type { Queue } from './postgres.ts'
import { requireOwnSessions } from './postgresSessions.ts'
import { migrateAlone } from './schemaLock.ts'

export type DatabaseLocation =
  { databaseUrl: string; queue?: Queue; pool?: number | undefined } | { dataDir: string } | { inMemory: true }

export type Database = Engine

export type OpenOptions = {
  /** Processes of an older version use the database, and are to leave it. */
  onWait?: () => void
  /** Other migrations than this version's, in tests. */
  migrations?: typeof MIGRATIONS
}

/** `openDatabase({ dataDir: '.connex/north' })`; migrates to this version of the code. */
export async function openDatabase(
  location: DatabaseLocation,
  { onWait, migrations = MIGRATIONS }: OpenOptions = {},
): Promise<Database> {
  if ('databaseUrl' in location) {
    const { databaseUrl, queue, pool } = location
    await requireOwnSessions(connectionTo(databaseUrl))
    const names = Object.keys(migrations)
    const migrating = openPostgres(databaseUrl, { isMigration: true })
    try {
      await migrateAlone(migrating.kysely, {
        version: manifest.version,
        migrations: names,
        migrate: (session) => migrate(session, migrations),
        onWait,
      })
    } finally {
      await migrating.close()
    }
    return openPostgres(databaseUrl, { queue, pool, migrations: names })
  }
  const dataDir = folderOf(location)
  try {
    return await openEmbedded(dataDir)
  } catch (error) {
    throw (dataDir === undefined ? undefined : await findFullDisk(dataDir, { cause: error })) ?? error
  }
}

/** PGlite's folder, undefined in memory. */
const folderOf = (location: { dataDir: string } | { inMemory: true }): string | undefined =>
  'dataDir' in location ? location.dataDir : undefined

async function openEmbedded(dataDir: string | undefined): Promise<Database> {
  const engine = await openPglite(dataDir)
  try {
    await migrate(engine.kysely)
    await engine.refreshStatistics()
  } catch (error) {
    await engine.close()
    throw error
  }
  return engine
}
