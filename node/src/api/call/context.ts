// What the api's functions are given.
import type { Address } from '@connex/protocol'
import type { Config } from '../../common/config.ts'
import type { Logger } from '../../common/logger.ts'
import type { IndexerStatus, Metrics } from '../../common/metrics.ts'
import type { Database } from '../../storage/engine/openDatabase.ts'
import type { Viewer } from '../../storage/queries/viewers.ts'
import type { Broadcaster } from '../streams/broadcaster.ts'
import type { NonceBook } from '../auth/batching.ts'
import type { Probe } from '../http/probe.ts'
import type { SourceLimit } from '../auth/sourceLimit.ts'
import type { LedgerRpc } from '../ledger/ledgerRpc.ts'

export type ApiContext = {
  config: Config
  database: Database
  ledger: LedgerRpc
  log: Logger
  broadcaster: Broadcaster
  nonces: NonceBook
  /** Who an address is now, as the database knows it after this was asked. */
  findViewer: (address: Address) => Promise<Viewer | undefined>
  /** Of failed authentications. */
  failures: SourceLimit
  /** Of all requests; none where an operator leaves that to the proxy in front. */
  requests: SourceLimit | undefined
  metrics: Metrics
  /** Origins that a signed request may name as its server; known once the server listens. */
  serverIds: Set<string>
  /** Shared by all who ask after the health. */
  probe: Probe
  indexer: () => IndexerStatus
  /** Names of the ledger events that the indexer handles. */
  eventTypes: readonly string[]
  /** Something waits in the outbox. */
  wakeSync: () => void
  /** The server of these tenants has called: what waits for it is tried. */
  meetPeers: (tenants: readonly Address[]) => void
  /** Tests check every answer against its schema. */
  checkResponses: boolean
}
