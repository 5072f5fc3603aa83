// What ConneX needs of a PostgreSQL server, and of a pooler before it: a version that is tested, and sessions of its own.
import { randomInt, randomUUID } from 'node:crypto'
import pg from 'pg'

/** Older ones are not tested. */
const OLDEST = 16
/** How long a notification may be on its way. */
const HEARD_MS = 5_000

/** The message says what to change. */
export class DatabaseUnsuitable extends Error {
  override name = 'DatabaseUnsuitable'
}

/**
 * Refuses to start where the server is too old, or where a pooler gives each transaction another session: two processes
 * would hold one lock, and nobody would hear a notification.
 *
 * @throws DatabaseUnsuitable
 * @example
 * await requireOwnSessions({ connectionString: process.env.DATABASE_URL })
 */
export async function requireOwnSessions(config: pg.ClientConfig, oldest = OLDEST): Promise<void> {
  const clients = [new pg.Client(config), new pg.Client(config)] as const
  for (const client of clients) client.on('error', () => undefined)
  try {
    for (const client of clients) await connect(client)
    await requireVersion(clients[0], oldest)
    if ((await shareALock(...clients)) || !(await hearEachOther(...clients))) {
      throw new DatabaseUnsuitable(
        'DATABASE_URL leads to a pooler that shares its sessions among transactions. The server needs sessions of its ' +
          'own, for its locks and notifications: set the pooler to session mode (in PgBouncer, pool_mode = session), ' +
          'or give the address of PostgreSQL itself.',
      )
    }
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)))
  }
}

async function connect(client: pg.Client): Promise<void> {
  try {
    await client.connect()
  } catch (error) {
    throw new Error('The database does not answer.', { cause: error })
  }
}

async function requireVersion(client: pg.Client, oldest: number): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version')
  const version = rows[0]?.server_version ?? ''
  if (Number.parseInt(version, 10) >= oldest) return
  throw new DatabaseUnsuitable(`PostgreSQL ${version} is too old: the server needs ${oldest} or later.`)
}

/** A session may take its own lock twice, another session's never. */
async function shareALock(one: pg.Client, other: pg.Client): Promise<boolean> {
  const key = -randomInt(2 ** 47)
  const take = async (client: pg.Client): Promise<boolean> => {
    const query = 'SELECT pg_try_advisory_lock($1) AS locked'
    const { rows } = await client.query<{ locked: boolean }>(query, [key])
    return rows[0]?.locked === true
  }
  await take(one)
  const isShared = await take(other)
  for (const client of [one, other]) await client.query('SELECT pg_advisory_unlock_all()')
  return isShared
}

async function hearEachOther(listening: pg.Client, notifying: pg.Client): Promise<boolean> {
  const channel = pg.escapeIdentifier(`connex start ${randomUUID()}`)
  const heard = new Promise<boolean>((done) => {
    const timer = setTimeout(() => done(false), HEARD_MS)
    listening.once('notification', () => {
      clearTimeout(timer)
      done(true)
    })
  })
  await listening.query(`LISTEN ${channel}`)
  await notifying.query(`NOTIFY ${channel}`)
  return heard
}
