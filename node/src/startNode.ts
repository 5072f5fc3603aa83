// Composes one server: database, indexer, pushes to other servers, API. What starts first stops last.
import type { AddressInfo } from 'node:net'
import { isWithoutTip } from '@connex/protocol'
import type { Address } from '@connex/protocol'
import type { FastifyInstance } from 'fastify'
import { createBatchedViewerLoader, createNonceStore } from './api/auth/batching.ts'
import { createSourceLimit, FAILURE_LIMIT } from './api/auth/sourceLimit.ts'
import type { Broadcaster } from './api/call/context.ts'
import { createProbe } from './api/http/probe.ts'
import { createServer } from './api/http/server.ts'
import { createLedgerRpc } from './api/ledger/ledgerRpc.ts'
import { createBroadcaster } from './api/streams/broadcaster.ts'
import { startWorkflowResolver } from './api/workflows/resolver.ts'
import type { Config } from './common/config.ts'
import { createLogger } from './common/logger.ts'
import type { Logger } from './common/logger.ts'
import { createMetrics } from './common/metrics.ts'
import type { Metrics } from './common/metrics.ts'
import { openNodeSigner, openSignerCheck } from './exchange/outgoing/nodeSigner.ts'
import { startPushWorker } from './exchange/outgoing/worker.ts'
import { EVENT_TYPES } from './indexer/handledEvents.ts'
import { openLedger } from './indexer/ledger.ts'
import { startIndexer } from './indexer/startIndexer.ts'
import type { Indexer } from './indexer/startIndexer.ts'
import { openEndpoints } from './ledger/endpoints.ts'
import { watchHeads } from './ledger/heads.ts'
import { makePrivateFolder } from './storage/engine/dataFolder.ts'
import { openDatabase } from './storage/engine/openDatabase.ts'
import type { Database } from './storage/engine/openDatabase.ts'
import { countWaiting } from './storage/sharing/outbox.ts'
import { watchSetup } from './setup.ts'
import { startSweeper } from './sweeper.ts'

export type RunningNode = {
  /** `http://127.0.0.1:4000` */
  url: string
  /** Signs the pushes. */
  nodeAccount: Address
  /** For tests: answers without a socket by `app.inject`. */
  app: FastifyInstance
  database: Database
  close: () => Promise<void>
}

export type StartOptions = {
  log?: Logger
  /** Tests check every answer against its schema. */
  checkResponses?: boolean
}

/**
 * Starts a server. Resolves once it listens, while the index still catches up.
 *
 * @example
 * const node = await startNode(readConfig(process.env))
 * await node.close()
 */
export async function startNode(config: Config, options: StartOptions = {}): Promise<RunningNode> {
  const log = options.log ?? createLogger(config.logLevel)
  const stops: (() => Promise<void>)[] = []
  const close = () => stopAll(stops, log)
  try {
    const signer = await openNodeSigner({ config, log })
    await makePrivateFolder(config.documentsDir)
    const database = await openDatabase(config.database)
    stops.unshift(() => database.close())
    const { endpoints, ledger, followed, closeLedgers } = openLedgers(config, log)
    stops.unshift(closeLedgers)
    const resolver = startWorkflowResolver({ config, database, ledger }, log)
    stops.unshift(() => resolver.stop())
    const indexer = startIndexer({ config, database, log, ledger: followed, onStep: resolver.wake })
    stops.unshift(() => indexer.stop())
    const pushes = await startPushWorker({ config, database, signer, log })
    stops.unshift(() => pushes.stop())
    const { documentsDir } = config
    const isLive = () => indexer.status().state === 'live'
    const sweeper = startSweeper({ database, documentsDir, isLive }, log)
    stops.unshift(() => sweeper.stop())
    const broadcaster = await createBroadcaster(database, log)
    stops.unshift(() => broadcaster.stop())
    const serverIds = new Set(config.publicOrigins)
    const nodeAccount = signer.address
    const findSignerProblem = openSignerCheck({ config, log })
    const seen = { config, nodeAccount, database, endpoints, origins: serverIds, isLive, findSignerProblem }
    const setup = watchSetup({ ...seen, log })
    stops.unshift(() => setup.stop())
    const app = await createServer({
      config,
      database,
      log,
      broadcaster,
      serverIds,
      ledger,
      ...openGuards(config, database),
      metrics: openMetrics({ indexer, broadcaster, database }),
      probe: createProbe({ database, endpoints, log, isWithoutTip: isWithoutTip(config.fees) }),
      setup,
      indexer: () => indexer.status(),
      eventTypes: EVENT_TYPES,
      wakeSync: () => pushes.wake(),
      meetPeers: (tenants) => pushes.meet(tenants),
      checkResponses: options.checkResponses ?? false,
    })
    await app.listen({ host: config.host, port: config.port })
    stops.unshift(() => app.close())
    const { port } = app.server.address() as AddressInfo
    if (serverIds.size === 0) for (const origin of ownOrigins(config.host, port)) serverIds.add(origin)
    return { url: `http://${config.host}:${port}`, nodeAccount, app, database, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Who may call, how often, and each request once. */
const openGuards = ({ hostedTenants, requestLimit }: Config, database: Database) => ({
  nonces: createNonceStore(database.kysely),
  findViewer: createBatchedViewerLoader(database, hostedTenants),
  failures: createSourceLimit(FAILURE_LIMIT),
  requests: requestLimit === 0 ? undefined : createSourceLimit(requestLimit),
})

type Measured = { indexer: Indexer; broadcaster: Broadcaster; database: Database }

function openMetrics({ indexer, broadcaster, database }: Measured): Metrics {
  const metrics = createMetrics()
  metrics.watch({
    indexer: () => indexer.status(),
    numStreams: () => broadcaster.count(),
    connections: () => database.connections(),
    numWaitingPushes: () => countWaiting(database.kysely),
  })
  return metrics
}

/** The ledger as the API asks it, and as the index follows it, at the same endpoints. */
function openLedgers(config: Config, log: Logger) {
  const { ledgerRpcUrls, ledgerWsUrls, ledgerHeadersFile: headersFile, chainId } = config
  const endpoints = openEndpoints({ urls: ledgerRpcUrls, chainId, headersFile, log })
  const heads =
    ledgerWsUrls.length === 0 ? undefined : watchHeads({ urls: ledgerWsUrls, chainId, headersFile, log })
  const followed = openLedger({
    endpoints,
    heads,
    pollMs: config.ledgerPollMs,
    socketPollMs: config.ledgerWsPollMs,
  })
  const closeLedgers = async () => {
    followed.close()
    endpoints.close()
  }
  return { endpoints, ledger: createLedgerRpc(endpoints), followed, closeLedgers }
}

/** On this machine a server can be reached by address and by name. */
function ownOrigins(host: string, port: number): string[] {
  const names = ['127.0.0.1', 'localhost'].includes(host) ? ['127.0.0.1', 'localhost'] : [host]
  return names.map((name) => `http://${name}:${port}`)
}

async function stopAll(stops: (() => Promise<void>)[], log: Logger): Promise<void> {
  for (const stop of stops.splice(0))
    await stop().catch((error: unknown) => log.warn({ err: error }, 'stopped'))
}
