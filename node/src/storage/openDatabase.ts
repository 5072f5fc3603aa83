// Opens the database: PGlite inside this process, kept on disk (or in memory for tests), or PostgreSQL by URL. The
// same SQL runs on both. On PGlite there is one connection: inside a transaction use only the transaction's handle,
// never the database's, or the two wait for each other.
import type { Kysely } from 'kysely'
import { migrate } from './migrate.ts'
import { openPglite } from './openPglite.ts'
import { openPostgres } from './openPostgres.ts'
import type { Schema } from './schema.ts'

export type DatabaseLocation = { databaseUrl: string } | { dataDir: string } | { inMemory: true }

/** What one engine offers; everything else is SQL. */
export type Engine = {
  name: 'pglite' | 'postgres'
  kysely: Kysely<Schema>
  /** Calls `onMessage` with the payload of each `pg_notify` on the channel, once its transaction has committed. */
  listen: (channel: string, onMessage: (payload: string) => void) => Promise<() => Promise<void>>
  /** Holds a lock that no other process on this database can hold, until released or this process dies. */
  tryLock: (key: number) => Promise<Lock | undefined>
  close: () => Promise<void>
}

/** `lost` settles when the connection that holds the lock has gone. */
export type Lock = { release: () => Promise<void>; lost: Promise<void> }

export type Database = Engine

/** `openDatabase({ dataDir: '.connex/north' })`; migrates to this version of the code. */
export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  const engine =
    'databaseUrl' in location
      ? openPostgres(location.databaseUrl)
      : await openPglite('dataDir' in location ? location.dataDir : undefined)
  try {
    await migrate(engine.kysely)
  } catch (error) {
    await engine.close()
    throw error
  }
  return engine
}
