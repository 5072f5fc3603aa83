import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Engine, Lock } from './Engine.ts'
import { listenOnPostgres } from './listenOnPostgres.ts'
import type { Schema } from './schema.ts'

const INT8 = pg.types.builtins.INT8
const CONNECTIONS = 10

/** A PostgreSQL server, which several processes may share. */
export function openPostgres(databaseUrl: string): Engine {
  const config: pg.ClientConfig = {
    connectionString: databaseUrl,
    application_name: 'connex',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    types: {
      getTypeParser: (oid, format) =>
        oid === INT8 ? Number : (pg.types.getTypeParser(oid, format) as (value: string) => unknown),
    },
  }
  const pool = new pg.Pool({ ...config, max: CONNECTIONS })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined)
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  const closing = new Set<() => Promise<void>>()
  return {
    name: 'postgres',
    kysely,
    async listen(channel, onMessage) {
      const stop = await listenOnPostgres(config, channel, onMessage)
      closing.add(stop)
      return async () => {
        closing.delete(stop)
        await stop()
      }
    },
    tryLock: (key) => tryAdvisoryLock(config, key),
    async close() {
      await Promise.all([...closing].map((stop) => stop()))
      await kysely.destroy()
    },
  }
}

/** On a connection of its own, so that the lock ends with it. */
async function tryAdvisoryLock(config: pg.ClientConfig, key: number): Promise<Lock | undefined> {
  const client = new pg.Client(config)
  const lost = new Promise<void>((done) => {
    client.once('error', () => done())
    client.once('end', () => done())
  })
  await client.connect()
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [key])
  if (rows[0]?.locked === true) return { release: () => client.end(), lost }
  await client.end()
  return undefined
}
