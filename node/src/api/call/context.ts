// Everything that the API's functions work with. The types of its parts are here, below all who use them.
import type { ServerResponse } from 'node:http'
import type { Address } from '@connex/protocol'
import type { Config } from '../../common/config.ts'
import type { Logger } from '../../common/logger.ts'
import type { IndexerStatus, Metrics } from '../../common/metrics.ts'
import type { Database } from '../../storage/engine/openDatabase.ts'
import type { Announcement } from '../../storage/projections/announcements.ts'
import type { Viewer } from '../../storage/queries/viewers.ts'

export type ApiContext = {
  config: Config
  database: Database
  ledger: LedgerRpc
  log: Logger
  broadcaster: Broadcaster
  nonces: NonceStore
  /** The viewer behind an address, as the database has it after the call. */
  findViewer: (address: Address) => Promise<Viewer | undefined>
  /** Counts failed authentications. */
  failures: SourceLimit
  /** Counts all requests; undefined where an operator leaves that to the proxy in front. */
  requests: SourceLimit | undefined
  metrics: Metrics
  /** Origins that a signed request may name as its server; known once the server listens. */
  serverIds: Set<string>
  /** Shared by all health checks. */
  probe: Probe
  setup: Setup
  indexer: () => IndexerStatus
  draining: Pick<Draining, 'reason' | 'count' | 'begin'>
  /** Names of the ledger events that the indexer handles. */
  eventTypes: readonly string[]
  /** Tells the outbox worker that a push is due. */
  wakeSync: () => void
  /** The server of these tenants has called: pushes that wait for it are due. */
  meetPeers: (tenants: readonly Address[]) => void
  /** Tests check every answer against its schema. */
  checkResponses: boolean
}

export type LedgerRpc = {
  /** The method's result. Throws a refusal, 'ledgerFailed' or 'ledgerUnreadable'. */
  call(method: string, params?: readonly unknown[]): Promise<unknown>
  /** The same for a user, in turn with all others; aborted when the caller goes. */
  callFor(caller: LedgerCaller, method: string, params: readonly unknown[]): Promise<unknown>
}

export type LedgerCaller = { user: Address; gone: AbortSignal }

export type Subscriber = { send(announcement: Announcement): void; end(): void }

export type Broadcaster = {
  /** Starts with the next announcement. Returns the id of the last one so far. */
  add(subscriber: Subscriber): number
  remove(subscriber: Subscriber): void
  /** Open streams. */
  count(): number
  /** Ends the streams, and reads nothing until `resume`. */
  pause(): void
  resume(): void
  stop(): Promise<void>
}

/** While a process drains it takes no requests; those in progress end. */
export type Draining = {
  /** Why it drains, null while it takes requests. */
  reason: () => string | null
  /** Counts a request until its answer is over. */
  count: (answer: ServerResponse) => void
  begin: (reason: string) => void
  end: () => void
  /** Resolves once no request is in progress, or after so long. */
  whenIdle: (limitMs: number) => Promise<void>
}

export type NonceStore = {
  /** False if this user has used it before, in whichever process. Throws if that cannot be known. */
  use: (user: Address, nonce: string) => Promise<boolean>
}

export type SourceLimit = {
  /** Counts one more; seconds to wait where the source is over the limit. */
  count(source: string, now?: number): number | undefined
}

/** Throws 'unavailable', with the reason, if the database or the ledger does not answer in time. */
export type Probe = () => Promise<Vitals>

/** How the rest of the network sees this server; sentences for anybody. */
export type Setup = {
  /** Why no tenant of this server can work. */
  platformProblem: () => string | null
  /** Hosted tenants whose data cannot reach others, or whom others do not reach; a remote signer that is away. */
  otherProblems: () => readonly string[]
}

export type Vitals = {
  indexedBlock: number | null
  ledgerBlock: number
  /** What the ledger charges for a unit of gas, at least, in wei; null on a ledger without a base fee. */
  baseFee: bigint | null
  /** The tip that the ledger's nodes suggest, in wei, where users' transactions could carry one and carry none. */
  missingTip: bigint | null
  /** Whether the database stores what every request stores: its nonce. */
  canWrite: boolean
  /** Sentences about the ledger's endpoints that fail, while another one answers. */
  ledgerProblems: readonly string[]
}
