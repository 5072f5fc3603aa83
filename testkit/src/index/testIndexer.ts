// An index of the test ledger in a database in memory: one that follows, or one that is rebuilt for comparison.
import { Address } from '@connex/protocol'
import { pino } from 'pino'
import type { Ledger, LedgerOptions } from '../../../node/src/indexer/ledger.ts'
import { openLedger } from '../../../node/src/indexer/ledger.ts'
import { startIndexer } from '../../../node/src/indexer/startIndexer.ts'
import type { Indexer } from '../../../node/src/indexer/startIndexer.ts'
import { openEndpoints } from '../../../node/src/ledger/endpoints.ts'
import { readCursor } from '../../../node/src/storage/projections/cursor.ts'
import type { Database } from '../../../node/src/storage/engine/openDatabase.ts'
import type { TestLedger } from '../ledger/testLedger.ts'
import { until } from '../machine.ts'
import { openTestDatabase } from '../database/testDatabase.ts'

export type TestIndexer = Indexer & { database: Database; close: () => Promise<void> }

type Given = { database?: Database; ledger?: Ledger } & {
  finalityDepth?: number
  hostedTenants?: Address[]
}

/** A head that falls behind is believed quickly. */
const LAG_MS = 200

/** As the index reads the ledger, at its own address or a proxy's. */
export const openTestLedger = (
  { rpcUrl, chainId }: Pick<TestLedger, 'rpcUrl' | 'chainId'>,
  options: Pick<LedgerOptions, 'timeoutMs'> = {},
): Ledger => openLedger({ endpoints: openEndpoints({ urls: [rpcUrl], chainId }), pollMs: 20, ...options })

export async function startTestIndexer(test: TestLedger, given: Given = {}): Promise<TestIndexer> {
  const { ledger = openTestLedger(test), database = await openTestDatabase(), ...rest } = given
  const config = {
    chainId: test.chainId,
    platformManager: Address.parse(test.deployment.contracts.PlatformManager),
    startBlock: 0,
    hostedTenants: [],
    lagMs: LAG_MS,
    finalityDepth: 10_000,
    ...rest,
  }
  const log = pino({ level: process.env['LOG_LEVEL'] ?? 'silent' })
  const indexer = startIndexer({ database, ledger, config, log })
  return {
    ...indexer,
    database,
    async close() {
      await indexer.stop()
      await database.close()
    },
  }
}

/** Waits until the index has reached the ledger's head. */
export async function untilAtHead(ledger: Ledger, { database, status }: TestIndexer): Promise<void> {
  const { number, hash } = await ledger.head()
  const isThere = async () => (await readCursor(database.kysely))?.block_hash === hash
  try {
    await until(`block ${number}`, isThere)
  } catch (error) {
    throw new Error(`The indexer is not at block ${number}: ${JSON.stringify(status())}`, { cause: error })
  }
}
