// What the api's functions are given.
import type { Config } from '../config.ts'
import type { Logger } from '../createLogger.ts'
import type { IndexerStatus } from '../indexer/startIndexer.ts'
import type { Database } from '../storage/openDatabase.ts'
import type { Broadcaster } from './createBroadcaster.ts'
import type { FailureLimit } from './createFailureLimit.ts'
import type { NonceBook } from './createNonceBook.ts'
import type { LedgerRpc } from './createLedgerRpc.ts'

export type ApiContext = {
  config: Config
  database: Database
  ledger: LedgerRpc
  log: Logger
  broadcaster: Broadcaster
  failures: FailureLimit
  nonces: NonceBook
  /** Origins that a signed request may name as its server; known once the server listens. */
  serverIds: Set<string>
  indexer: () => IndexerStatus
  /** Something waits in the outbox. */
  wakeSync: () => void
  /** Tests check every answer against its schema. */
  checkResponses: boolean
}
