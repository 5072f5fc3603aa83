// Prometheus metrics. Gauges read their values when they are scraped; counters are incremented where things happen.
// docs/operating.md explains each metric.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import manifest from '../../package.json' with { type: 'json' }
import type { Connections } from '../storage/engine/database.ts'

export type IndexerState =
  | 'starting'
  /** Another process on this database indexes; this one takes over when it ends. */
  | 'standby'
  | 'catchingUp'
  | 'live'
  | 'ledgerUnreachable'
  /** Something failed and will be retried; see `error`. */
  | 'failing'
  /** An operator has to look; see `error`. */
  | 'halted'
  | 'stopped'

export type IndexerStatus = {
  state: IndexerState
  indexedBlock: number | null
  ledgerBlock: number | null
  /** Blocks that an index of an older version has yet to read a second time. */
  numPastBlocks: number | null
  error: string | null
}

export type Metrics = {
  /** A call of the endpoint table was answered. */
  answered: (call: string, status: number, seconds: number) => void
  authenticationFailed: () => void
  limited: () => void
  /** An event was written to a stream. */
  sent: () => void
  /** A stream's reader did not keep up, and is served from the database until it does. */
  fellBehind: () => void
  watch: (watched: Watched) => void
  text: () => Promise<string>
  contentType: string
}

export type Watched = {
  indexer: () => IndexerStatus
  isDrained: () => boolean
  numStreams: () => number
  connections: () => Connections
  numWaitingPushes: () => Promise<number>
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]
/** A stopped indexer has no metrics: its process ends, or is drained. */
const STATES = {
  starting: true,
  standby: true,
  catchingUp: true,
  live: true,
  ledgerUnreachable: true,
  failing: true,
  halted: true,
} satisfies Record<Exclude<IndexerState, 'stopped'>, true>

/** `const metrics = createMetrics()`, then `await metrics.text()` */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registries = [registry]
  const counter = (name: string, help: string) => new Counter({ name, help, registers: registries })
  const answers = new Histogram({
    name: 'connex_answer_seconds',
    help: 'Time to an answer, by call and status',
    labelNames: ['call', 'status'],
    buckets: SECONDS,
    registers: registries,
  })
  const failures = counter('connex_authentication_failures_total', 'Requests whose authentication failed')
  const limited = counter('connex_limited_requests_total', 'Requests refused by the request limit')
  const streamEvents = counter('connex_stream_events_total', 'Events written to streams')
  const fallen = counter('connex_stream_fallbacks_total', 'Streams whose reader did not keep up')
  return {
    answered: (call, status, seconds) => answers.observe({ call, status }, seconds),
    authenticationFailed: () => failures.inc(),
    limited: () => limited.inc(),
    sent: () => streamEvents.inc(),
    fellBehind: () => fallen.inc(),
    watch(watched) {
      collectDefaultMetrics({ register: registry })
      const build = { name: 'connex_build_info', help: 'The version of the server; always 1' }
      new Gauge({ ...build, labelNames: ['version'], registers: registries }).set(
        { version: manifest.version },
        1,
      )
      watchServer(registries, watched)
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

function watchServer(registries: Registry[], watched: Watched): void {
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: registries,
      async collect() {
        this.set(await read())
      },
    })
  const gauges = (name: string, help: string, label: string, read: () => [string, number][]) =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: registries,
      collect() {
        for (const [value, number] of read()) this.set({ [label]: value }, number)
      },
    })
  const { indexer, isDrained, numStreams, connections, numWaitingPushes } = watched
  gauge(
    'connex_index_block',
    'The last block that this process has indexed',
    () => indexer().indexedBlock ?? NaN,
  )
  gauge(
    'connex_ledger_block',
    'The latest block of the ledger that it knows of',
    () => indexer().ledgerBlock ?? NaN,
  )
  gauge(
    'connex_index_past_blocks',
    'Blocks that an upgraded index has yet to read a second time',
    () => indexer().numPastBlocks ?? NaN,
  )
  gauge('connex_drained', '1 while this process has left the database to a newer version, else 0', () =>
    isDrained() ? 1 : 0,
  )
  gauge('connex_streams', 'Open streams', numStreams)
  gauge('connex_pushes_waiting', 'Pushes of private data that are still waiting', () =>
    numWaitingPushes().catch(() => NaN),
  )
  gauges('connex_index_state', '1 for the state of this process’s indexer', 'state', () =>
    Object.keys(STATES).map((state) => [state, indexer().state === state ? 1 : 0]),
  )
  gauges('connex_database_connections', 'Database connections, and requests that wait for one', 'use', () =>
    Object.entries(connections()),
  )
}
