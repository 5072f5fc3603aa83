import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Engine, Lock } from './Engine.ts'
import { listenOnPostgres } from './listenOnPostgres.ts'
import type { Schema } from './schema.ts'

const INT8 = pg.types.builtins.INT8
const CONNECTIONS = 10
/** A request waits so long for a connection, for a lock and for an answer, then it is told that the server is unavailable. */
const CONNECTION_MS = 5_000
const LOCK_MS = 10_000
const QUERY_MS = 120_000
/** Of the connection that holds a lock. */
const BEAT_MS = 1_000
const ANSWER_MS = 2_000
const SILENCE_MS = 3_000

const LIMITS = {
  lock_timeout: LOCK_MS,
  query_timeout: QUERY_MS,
  idle_in_transaction_session_timeout: QUERY_MS,
} as const

/** A PostgreSQL server, which several processes may share. A migration `takesItsTime`, and waits for another one's. */
export function openPostgres(databaseUrl: string, { takesItsTime = false } = {}): Engine {
  const config: pg.ClientConfig = {
    connectionString: databaseUrl,
    application_name: 'connex',
    keepAlive: true,
    connectionTimeoutMillis: CONNECTION_MS,
    types: {
      getTypeParser: (oid, format) =>
        oid === INT8 ? Number : (pg.types.getTypeParser(oid, format) as (value: string) => unknown),
    },
  }
  const pool = new pg.Pool({
    ...config,
    max: CONNECTIONS,
    ...(takesItsTime ? {} : LIMITS),
  })
  // A connection that breaks is replaced by the pool, and its query fails. Without listeners its error would end the
  // process: the pool's own listens to idle connections only.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
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
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      await Promise.all([...closing].map((stop) => stop()))
      await kysely.destroy()
    },
  }
}

/**
 * On a connection of its own, so that the lock ends with it. A holder that hangs must not keep the lock: it speaks up
 * every second, and PostgreSQL ends a session that has been silent for three; a holder that hears nothing back within
 * two knows that the lock may be another's by now.
 */
async function tryAdvisoryLock(config: pg.ClientConfig, key: number): Promise<Lock | undefined> {
  const client = new pg.Client({ ...config, query_timeout: ANSWER_MS })
  const ending = new AbortController()
  // An end may be told by several errors, and one without a listener would end the process.
  client.on('error', () => ending.abort())
  client.once('end', () => ending.abort())
  const lost = new Promise<void>((done) => {
    ending.signal.addEventListener('abort', () => done(), { once: true })
  })
  try {
    await client.connect()
    await client.query(`SET idle_session_timeout = ${SILENCE_MS}`)
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      key,
    ])
    if (rows[0]?.locked !== true) {
      await client.end()
      return undefined
    }
  } catch (error) {
    client.end().catch(() => undefined)
    throw error
  }
  const beat = setInterval(() => {
    client.query('SELECT 1').catch(() => ending.abort())
  }, BEAT_MS)
  ending.signal.addEventListener('abort', () => clearInterval(beat), { once: true })
  return {
    lost,
    async release() {
      clearInterval(beat)
      await client.end()
    },
  }
}
