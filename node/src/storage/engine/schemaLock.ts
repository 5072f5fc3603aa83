// Processes of versions with the same migrations share a database; a newer version has it alone while it migrates. Every session
// that reads and writes holds the schema's lock, shared, until it ends, and first checks that the schema is the one that its process
// was written for. A migration needs the lock exclusively, on its own session. So nothing is written in an old form after a
// migration, whatever is lost, hangs or restarts: a session that does not hold the lock does not exist.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Schema } from '../schema/schema.ts'
import { DatabaseUnsuitable } from './postgresSessions.ts'

/** Arbitrary numbers, unique among our advisory locks. */
const SCHEMA_LOCK = 7_024_002
/** Of a process that waits to migrate, or migrates. */
const UPGRADE_LOCK = 7_024_003

const POLL_MS = 100
/** Longer than the moment between the end of a migration and the end of its lock. */
const JOIN_MS = 1_000
/** PostgreSQL ends the session of a waiting process that hangs, and of one that hangs between two statements of its migration. */
const SILENCE_MS = 3_000
const SILENT_MIGRATION_MS = 60_000
/** Longer than a statement may take, and than a process that hangs keeps its sessions. */
const PATIENCE_MS = 180_000

/** The schema is not the one that this process was written for, or is being changed. */
export class SchemaChanged extends Error {
  override name = 'SchemaChanged'
}

type Row = Record<string, unknown>
type Ask = (query: string) => Promise<Row[]>

const askClient =
  (client: Pick<pg.ClientBase, 'query'>): Ask =>
  async (query) =>
    (await client.query<Row>(query)).rows

const askSession =
  (session: Kysely<Schema>): Ask =>
  async (query) =>
    (await sql.raw<Row>(query).execute(session)).rows

/**
 * Joins those who use the schema, until the session ends.
 *
 * @throws SchemaChanged
 */
export async function joinSchema(client: pg.ClientBase, migrations: readonly string[]): Promise<void> {
  const ask = askClient(client)
  const end = performance.now() + JOIN_MS
  while (!(await take(ask, `pg_try_advisory_lock_shared(${SCHEMA_LOCK})`))) {
    if (performance.now() > end) throw new SchemaChanged('Another version migrates the database.')
    await sleep(POLL_MS)
  }
  // After the lock: the answer then stays true.
  const reason = await findDifference(ask, migrations)
  if (reason !== undefined) throw new SchemaChanged(reason)
}

/** Why a process with these migrations has to leave the database, undefined if it may use it. */
export async function findReasonToLeave(
  client: pg.ClientBase,
  migrations: readonly string[],
): Promise<string | undefined> {
  const ask = askClient(client)
  const [upgrade] = await ask(`SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE ${holds(UPGRADE_LOCK)}`)
  const [, version] = ANNOUNCEMENT.exec(String(upgrade?.['name'])) ?? []
  return version === undefined
    ? findDifference(ask, migrations)
    : `Version ${version} waits to migrate the database, or migrates it.`
}

/** The name of a session that waits to migrate: others see it beside the lock. */
const ANNOUNCEMENT = /^connex (\S+) upgrades$/
const announcementOf = (version: string): string => `connex ${version} upgrades`

const holds = (key: number): string =>
  `locktype = 'advisory' AND classid = 0 AND objid = ${key} AND objsubid = 1 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

async function findDifference(ask: Ask, migrations: readonly string[]): Promise<string | undefined> {
  const { unknown, pending } = await compareSchema(ask, migrations)
  if (unknown.length > 0)
    return `A newer version has migrated the database (${unknown.join(', ')}). Start that version in place of this one.`
  if (pending.length > 0)
    return `The database lacks what this version needs (${pending.join(', ')}). Restart this process, which migrates it.`
  return undefined
}

/** `unknown`: from a newer version. `pending`: from this one, not there yet. */
async function compareSchema(ask: Ask, migrations: readonly string[]) {
  const done = await readMigrations(ask)
  return {
    unknown: done.filter((name) => !migrations.includes(name)),
    pending: migrations.filter((name) => !done.includes(name)),
  }
}

async function readMigrations(ask: Ask): Promise<string[]> {
  const [table] = await ask(`SELECT to_regclass('kysely_migration') IS NOT NULL AS found`)
  if (table?.['found'] !== true) return []
  const rows = await ask('SELECT name FROM kysely_migration ORDER BY name')
  return rows.map(({ name }) => String(name))
}

export type Upgrade = {
  /** Of the server. */
  version: string
  migrations: readonly string[]
  /** On the session that holds the lock. */
  migrate: (session: Kysely<Schema>) => Promise<void>
  /** Others use the database, and are to leave it. */
  onWait?: (() => void) | undefined
  patienceMs?: number
}

/**
 * Migrates if there is something to migrate, once no other process uses the schema. One process does so, others wait for it.
 *
 * @throws DatabaseUnsuitable if the database is a newer version's, or if a process does not leave it in time
 * @example
 * await migrateAlone(kysely, { version: '0.2.0', migrations: MIGRATION_NAMES, migrate })
 */
export async function migrateAlone(db: Kysely<Schema>, upgrade: Upgrade): Promise<void> {
  await db.connection().execute(async (session) => {
    const ask = askSession(session)
    const isDue = () => isBehind(ask, upgrade)
    if (!(await isDue())) return
    await ask(`SET idle_in_transaction_session_timeout = ${SILENT_MIGRATION_MS}`)
    try {
      while (await isDue()) {
        // Another one may have migrated between the question and the lock.
        if (!(await tryLock(ask, UPGRADE_LOCK))) await sleep(POLL_MS)
        else if (await isDue()) await announceAndMigrate(session, upgrade)
      }
    } finally {
      await ask('SELECT pg_advisory_unlock_all()').catch(() => undefined)
    }
  })
}

async function isBehind(ask: Ask, { version, migrations }: Upgrade): Promise<boolean> {
  const { unknown, pending } = await compareSchema(ask, migrations)
  if (unknown.length === 0) return pending.length > 0
  throw new DatabaseUnsuitable(
    `A newer version has migrated the database (${unknown.join(', ')}), and version ${version} does not run on it. Start the newer version, or restore a backup.`,
  )
}

async function announceAndMigrate(session: Kysely<Schema>, upgrade: Upgrade): Promise<void> {
  const { version, migrate, onWait, patienceMs = PATIENCE_MS } = upgrade
  const ask = askSession(session)
  await ask(`SELECT set_config('application_name', '${announcementOf(version).replaceAll("'", '')}', false)`)
  await ask(`SET idle_session_timeout = ${SILENCE_MS}`)
  const end = performance.now() + patienceMs
  for (let isFirst = true; !(await tryLock(ask, SCHEMA_LOCK)); isFirst = false) {
    if (isFirst) onWait?.()
    if (performance.now() > end) throw await stillUsed(ask, patienceMs)
    await sleep(POLL_MS)
  }
  await migrate(session)
}

/** It does not queue: sessions that others still need to finish their work would queue behind it. */
const tryLock = (ask: Ask, key: number): Promise<boolean> => take(ask, `pg_try_advisory_lock(${key})`)

async function take(ask: Ask, lock: string): Promise<boolean> {
  const [row] = await ask(`SELECT ${lock} AS taken`)
  return row?.['taken'] === true
}

async function stillUsed(ask: Ask, patienceMs: number): Promise<DatabaseUnsuitable> {
  const rows = await ask(`SELECT pid, coalesce(host(client_addr), 'its own machine') AS address
    FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE ${holds(SCHEMA_LOCK)} ORDER BY pid`)
  const sessions = rows.map(({ pid, address }) => `${String(pid)} from ${String(address)}`)
  return new DatabaseUnsuitable(
    `Another process still uses the database after ${Math.round(patienceMs / 1000)} seconds, so it was not migrated. ` +
      `End that process, then start this one again. PostgreSQL's sessions: ${sessions.join(', ')}.`,
  )
}
