// PostgreSQL by URL: a pool of connections with a queue, and a connection of its own for each lock and each listener.
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import manifest from '../../../package.json' with { type: 'json' }
import type { Schema } from '../schema/schema.ts'
import { DatabaseBusy } from './database.ts'
import type { Engine, Lock } from './database.ts'
import { prepareStatements } from './preparedStatements.ts'
import { joinSchema, SchemaChanged } from './schemaLock.ts'
import { watchUpgrades } from './upgradeWatch.ts'

const INT8 = pg.types.builtins.INT8
const CONNECTIONS = 10
/** How long a request waits for a new connection, a lock and an answer before it fails as unavailable. */
const CONNECTION_MS = 5_000
const LOCK_MS = 10_000
const QUERY_MS = 120_000
/** Longer than the pool leaves a connection idle: a process that hangs loses its sessions, and the schema's lock with them. */
const IDLE_MS = 30_000
/** PostgreSQL notices within 25 s that the machine of a session is gone. */
const KEEP_ALIVE =
  'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3'
/** For the connection that holds a lock. */
const BEAT_MS = 1_000
const ANSWER_MS = 2_000
const SILENCE_MS = 3_000

/** Set after connecting: a pooler refuses them as parameters of the connection, or drops them. */
const LIMITS = `SET lock_timeout = ${LOCK_MS}; SET idle_in_transaction_session_timeout = ${QUERY_MS};
  SET idle_session_timeout = ${IDLE_MS}; ${KEEP_ALIVE}`

/** How many requests wait for a connection, and how long; the next one gets DatabaseBusy. */
const QUEUE: Queue = { places: 1_000, waitMs: 30_000 }

export type Queue = { places: number; waitMs: number }

type Options = {
  isMigration?: boolean
  queue?: Queue | undefined
  pool?: number | undefined
  /** The schema that every session expects. */
  migrations?: readonly string[]
}

/** `connectionTo('postgres://connex@db.example/connex')` */
export const connectionTo = (databaseUrl: string): pg.ClientConfig => ({
  connectionString: databaseUrl,
  application_name: `connex ${manifest.version}`,
  keepAlive: true,
  connectionTimeoutMillis: CONNECTION_MS,
})

/** A PostgreSQL server, which several processes may share. A migration has no time limits: it may run long, and waits for another process's. */
export function openPostgres(
  databaseUrl: string,
  { isMigration = false, queue = QUEUE, pool: max = CONNECTIONS, migrations = [] }: Options = {},
): Engine {
  const config: pg.ClientConfig = {
    ...connectionTo(databaseUrl),
    types: {
      getTypeParser: (oid, format) =>
        oid === INT8 ? Number : (pg.types.getTypeParser(oid, format) as (value: string) => unknown),
    },
  }
  const begin = async (client: pg.ClientBase) => {
    await client.query(LIMITS)
    await joinSchema(client, migrations)
  }
  const limits = isMigration ? {} : { query_timeout: QUERY_MS, onConnect: begin }
  const pool = openPool({ ...config, connectionTimeoutMillis: queue.waitMs, max, ...limits }, queue)
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
    watchUpgrades: (watcher) => watchUpgrades({ config, migrations, sessions: pool, watcher }),
    connections: () => pool.connections(),
    requireRoom: () => Promise.resolve(),
    refreshStatistics: () => Promise.resolve(),
    lost: new Promise(() => undefined),
    async close() {
      await Promise.all([...closing].map((stop) => stop()))
      await kysely.destroy()
    },
  }
}

/** The pool passes its own timeout, which is the queue's, to the clients it creates. */
class ClientWithTimeout extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(typeof config === 'string' ? config : { ...config, connectionTimeoutMillis: CONNECTION_MS })
  }
}

type PoolConfig = pg.PoolConfig & { onConnect?: (client: pg.ClientBase) => Promise<void> }

/** With a queue, and able to end all its connections and to begin again. */
function openPool(config: PoolConfig, { places }: Queue) {
  let pool: pg.Pool | undefined = createPool(config)
  return {
    options: config,
    connections: () => ({
      open: pool?.totalCount ?? 0,
      idle: pool?.idleCount ?? 0,
      waiting: pool?.waitingCount ?? 0,
    }),
    async connect(): Promise<pg.PoolClient> {
      if (pool === undefined)
        throw new SchemaChanged('This process has left the database to a newer version.')
      if (pool.waitingCount >= places)
        throw new DatabaseBusy('Too many requests are waiting for the database.')
      try {
        return await pool.connect()
      } catch (error) {
        const hasWaited = error instanceof Error && error.message === WAITED_TOO_LONG
        throw hasWaited ? new DatabaseBusy('The database was busy for too long.', { cause: error }) : error
      }
    },
    /** Resolves once the statements and transactions in progress have ended. */
    async suspend() {
      const ending = pool
      pool = undefined
      await ending?.end()
    },
    resume() {
      pool ??= createPool(config)
    },
    async end() {
      await pool?.end()
    },
  }
}

function createPool(config: PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...config, Client: ClientWithTimeout })
  // The pool replaces a broken connection, and its query fails. Without a listener the error would end the process: the
  // pool's own listens to idle connections only.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('connect', prepareStatements)
  return pool
}

/** The pool's message when no connection became available. */
const WAITED_TOO_LONG = 'timeout exceeded when trying to connect'

/**
 * On a connection of its own, so that the lock ends with it. A process that hangs must not hold the lock: it sends a query
 * every second, and PostgreSQL ends a session that has been silent for three. A process without an answer within two
 * seconds assumes that it has lost the lock.
 */
async function tryAdvisoryLock(config: pg.ClientConfig, key: number): Promise<Lock | undefined> {
  const client = new pg.Client({ ...config, query_timeout: ANSWER_MS })
  const ending = new AbortController()
  // A connection may end with several errors, and one without a listener would end the process.
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

const RETRY_MS = 500

/**
 * Listens on a connection of its own and opens a new one when it breaks. It then calls `onMessage` with an empty payload,
 * because it may have missed messages.
 */
async function listenOnPostgres(
  config: pg.ClientConfig,
  channel: string,
  onMessage: (payload: string) => void,
): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  let client = await connect()

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client(config)
    fresh.on('notification', (message) => onMessage(message.payload ?? ''))
    fresh.on('error', () => undefined)
    try {
      await fresh.connect()
      await fresh.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      await fresh.end().catch(() => undefined)
      throw error
    }
    fresh.once('end', () => void reconnect())
    return fresh
  }

  async function reconnect(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep(RETRY_MS)
      const fresh = await connect().catch(() => undefined)
      if (fresh === undefined) continue
      client = fresh
      if (stopping.signal.aborted) await fresh.end()
      else onMessage('')
      return
    }
  }

  return async () => {
    stopping.abort()
    await client.end()
  }
}
