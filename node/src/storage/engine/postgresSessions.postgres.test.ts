// What the server needs of PostgreSQL, and of a pooler before it. PgBouncer is tested where the machine has it.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasPgBouncer, startPgBouncer } from '../../../../testkit/src/database/pgBouncer.ts'
import type { PgBouncer } from '../../../../testkit/src/database/pgBouncer.ts'
import { startPostgres } from '../../../../testkit/src/database/postgres.ts'
import type { Postgres } from '../../../../testkit/src/database/postgres.ts'
import { until } from '../../../../testkit/src/machine.ts'
import { openDatabase } from './openDatabase.ts'
import { DatabaseUnsuitable, requireOwnSessions } from './postgresSessions.ts'

let postgres: Postgres

beforeAll(async () => {
  postgres = await startPostgres('max_connections=60')
})
afterAll(() => postgres.remove())

test('PostgreSQL itself is suitable, and an older version than wanted is not', async () => {
  const config = { connectionString: postgres.urlOf('postgres') }
  await requireOwnSessions(config)
  await expect(requireOwnSessions(config, 99)).rejects.toThrow(
    /^PostgreSQL 1[678]\.\S+ is too old: the server needs 99 or later\.$/,
  )
})

test('a database that does not answer is reported as such', async () => {
  const nowhere = { connectionString: 'postgres://connex@127.0.0.1:1/connex' }
  await expect(requireOwnSessions(nowhere)).rejects.toThrow('The database does not answer.')
})

describe.skipIf(!hasPgBouncer())('behind PgBouncer', () => {
  let pooler: PgBouncer
  const through = async (mode: 'session' | 'transaction') => {
    pooler = await startPgBouncer(postgres.urlOf('postgres'), mode)
    return { databaseUrl: pooler.urlOf('postgres') }
  }

  test('in transaction mode the start is refused, and the reason says what to change', async () => {
    const location = await through('transaction')
    await expect(openDatabase(location)).rejects.toThrow(DatabaseUnsuitable)
    await expect(openDatabase(location)).rejects.toThrow(/set the pooler to session mode/)
    await pooler.stop()
  })

  test('in session mode limits, locks and notifications work as on PostgreSQL itself', async () => {
    const location = await through('session')
    const [one, other] = [await openDatabase(location), await openDatabase(location)]
    const { rows } = await sql`SHOW lock_timeout`.execute(one.kysely)
    expect(rows).toEqual([{ lock_timeout: '10s' }])

    const lock = await one.tryLock(7)
    expect(lock).toBeDefined()
    expect(await other.tryLock(7)).toBeUndefined()
    await lock?.release()
    // The pooler ends the session of the lock a moment after its client has left.
    const next = await until('the lock', () => other.tryLock(7))
    await next.release()

    const heard: string[] = []
    await one.listen('news', (payload) => heard.push(payload))
    await sql`SELECT pg_notify('news', 'hello')`.execute(other.kysely)
    await until('the notification', () => Promise.resolve(heard.includes('hello')))
    await Promise.all([one.close(), other.close()])
    await pooler.stop()
  })
})
