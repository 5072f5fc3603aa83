// Every index beside one that read the ledger for the first time.
import { isDeepStrictEqual } from 'node:util'
import { openDatabase } from '../node/src/storage/engine/openDatabase.ts'
import { readCursor } from '../node/src/storage/projections/cursor.ts'
import type { Network } from '../ledgers/networks/network.ts'
import { readIndex } from '../testkit/src/index/comparison.ts'
import { until } from '../testkit/src/machine.ts'
import type { Postgres } from '../testkit/src/database/postgres.ts'
import { query } from './consortium.ts'
import type { Consortium, Name } from './consortium.ts'

/** Pauses the ledger for good. `await compareIndexes(consortium, network)` */
export async function compareIndexes({ hosts, databases }: Consortium, network: Network): Promise<string> {
  await network.pause()
  const head = Number(await network.rpc('eth_blockNumber'))
  const { postgres } = databases.operator
  await query(postgres, 'CREATE DATABASE rebuilt')
  const settings = 'DATABASE_URL=postgres://connex@db/rebuilt DOCUMENTS_DIR=rebuilt PORT=4001'
  hosts.operator.launch(
    `env ${settings} node --env-file=server.env "$(command -v connex-server)"`,
    'rebuilt.log',
  )
  const rebuilt = await readAt(postgres, 'rebuilt', head)
  for (const [name, database] of Object.entries(databases) as [Name, { postgres: Postgres }][]) {
    const index = await readAt(database.postgres, 'connex', head)
    for (const table of Object.keys(rebuilt).filter((one) => one !== 'cursor'))
      if (!isDeepStrictEqual(index[table], rebuilt[table]))
        throw new Error(`${table} of ${name} is not what one reads who begins today.`)
  }
  return `${Object.values(databases).length} indexes of ${head} blocks`
}

async function readAt(postgres: Postgres, name: string, head: number) {
  const database = await until('the database', () =>
    openDatabase({ databaseUrl: postgres.urlOf(name) }).catch(() => undefined),
  )
  try {
    await until(
      'the index',
      async () => ((await readCursor(database.kysely))?.block_number ?? 0) >= head,
      120_000,
      200,
    )
    return await readIndex(database)
  } finally {
    await database.close()
  }
}
