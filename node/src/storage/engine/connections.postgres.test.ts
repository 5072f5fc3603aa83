// What an operator sets for the connections to PostgreSQL: how many, by TLS, as whom and in which schema.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '../../../../testkit/src/database/postgres.ts'
import type { Postgres } from '../../../../testkit/src/database/postgres.ts'
import { openDatabase } from './openDatabase.ts'
import type { Database } from './openDatabase.ts'

const hasOpenssl = spawnSync('openssl', ['version']).status === 0
let postgres: Postgres
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'connex-tls-'))
  // PostgreSQL runs as somebody else.
  chmodSync(folder, 0o755)
  postgres = await startPostgres('max_connections=60', ...(hasOpenssl ? makeCertificate() : []))
})
afterAll(async () => {
  await postgres.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** A certificate of its own authority. */
function makeCertificate(): string[] {
  const [key, certificate] = [join(folder, 'server.key'), join(folder, 'server.pem')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  spawnSync('openssl', ['req', '-x509', ...curve, '-nodes', ...name, '-keyout', key, '-out', certificate])
  chmodSync(key, 0o600)
  if (process.getuid?.() === 0) spawnSync('chown', ['nobody', key])
  return ['ssl=on', `ssl_key_file=${key}`, `ssl_cert_file=${certificate}`]
}

async function administer(statement: string, database = 'postgres'): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.urlOf(database) })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

async function using<Result>(
  databaseUrl: string,
  work: (database: Database) => Promise<Result>,
  pool?: number,
) {
  const database = await openDatabase({ databaseUrl, pool })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

test.each([2, 25])('a pool of %i has so many connections under load', async (pool) => {
  const numOpen = await using(
    postgres.urlOf('postgres'),
    async ({ kysely, connections }) => {
      await Promise.all(Array.from({ length: 60 }, () => sql`SELECT pg_sleep(0.05)`.execute(kysely)))
      return connections().open
    },
    pool,
  )
  expect(numOpen).toBe(pool)
})

test.skipIf(!hasOpenssl)(
  'TLS with verify-full takes a server of the given authority, and no other',
  async () => {
    const url = `${postgres.urlOf('postgres').replace('127.0.0.1', 'localhost')}?sslmode=verify-full`
    const trusted = `${url}&sslrootcert=${join(folder, 'server.pem')}`
    const { rows } = await using(trusted, ({ kysely }) =>
      sql<{ ssl: boolean }>`SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`.execute(kysely),
    )
    expect(rows).toEqual([{ ssl: true }])
    await expect(openDatabase({ databaseUrl: url })).rejects.toMatchObject({
      message: 'The database does not answer.',
      cause: { message: expect.stringContaining('self-signed certificate') as string },
    })
  },
)

test('a role that owns its database needs no other right, and its tables go where its search_path leads', async () => {
  await administer('CREATE ROLE operator LOGIN')
  await administer('CREATE DATABASE operators OWNER operator')
  await administer('CREATE SCHEMA connex AUTHORIZATION operator', 'operators')
  await administer('ALTER ROLE operator SET search_path = connex')
  const url = postgres.urlOf('operators').replace('connex@', 'operator@')
  const { rows } = await using(url, ({ kysely }) =>
    sql`SELECT schemaname AS schema, min(tableowner) AS owner FROM pg_tables
      WHERE schemaname NOT IN ('pg_catalog', 'information_schema') GROUP BY schemaname`.execute(kysely),
  )
  expect(rows).toEqual([{ schema: 'connex', owner: 'operator' }])
  // Again, on what the first start has made.
  await using(url, ({ kysely }) => sql`SELECT 1 FROM nonces`.execute(kysely))
})
