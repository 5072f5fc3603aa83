// A server of its own on a copy of the market's database, for a data set of another size.
import pg from 'pg'
import { randomUUID } from 'node:crypto'
import { generatePrivateKey } from 'viem/accounts'
import { unusedPort } from '../../testkit/src/machine.ts'
import { openPostgres } from '../../node/src/storage/engine/postgres.ts'
import type { Queryable } from '../../node/src/storage/engine/database.ts'
import { startNodeProcess } from '../../testkit/src/servers/nodeProcess.ts'
import type { NodeProcess } from '../../testkit/src/servers/nodeProcess.ts'
import type { BenchFixture } from './fixture.ts'

export type Copy = NodeProcess & { databaseUrl: string }

/** `grow` makes the copy larger before the server starts. The market's own server must have stopped. */
export async function serveCopy(
  { postgres, databaseUrl, ledger, members }: BenchFixture,
  grow: (db: Queryable) => Promise<void>,
  environment: Record<string, string> = {},
): Promise<Copy> {
  const name = `copy_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: postgres.urlOf('postgres') })
  await client.connect()
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${new URL(databaseUrl).pathname.slice(1)}`)
  await client.end()
  // A statement that takes minutes is none of a server's.
  const database = openPostgres(postgres.urlOf(name), { isMigration: true })
  await database.kysely.connection().execute(grow)
  await database.close()
  const vacuum = new pg.Client({ connectionString: postgres.urlOf(name) })
  await vacuum.connect()
  await vacuum.query('VACUUM ANALYZE')
  await vacuum.end()
  const node = await startNodeProcess(generatePrivateKey(), {
    PORT: String(await unusedPort()),
    DATABASE_URL: postgres.urlOf(name),
    LEDGER_RPC_URL: ledger.rpcUrl,
    LEDGER_WS_URL: ledger.wsUrl,
    PLATFORM_MANAGER: ledger.deployment.contracts.PlatformManager,
    HOSTED_TENANTS: Object.values(members)
      .map(({ address }) => address)
      .join(),
    ...environment,
  })
  return { ...node, databaseUrl: postgres.urlOf(name) }
}
