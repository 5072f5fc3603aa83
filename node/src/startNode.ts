// Composes one server: database, indexer, pushes to other servers, API. What starts first stops last.
import type { AddressInfo } from 'node:net'
import { isWithoutTip } from '@connex/protocol'
import type { Address } from '@connex/protocol'
import type { FastifyInstance } from 'fastify'
import manifest from '../package.json' with { type: 'json' }
import { createBatchedViewerLoader, createNonceStore } from './api/auth/batching.ts'
import { createSourceLimit, FAILURE_LIMIT } from './api/auth/sourceLimit.ts'
import type { Broadcaster, Draining } from './api/call/context.ts'
import { createDraining } from './api/http/draining.ts'
import { createProbe } from './api/http/probe.ts'
import { createServer } from './api/http/server.ts'
import { createLedgerRpc } from './api/ledger/ledgerRpc.ts'
import { createBroadcaster } from './api/streams/broadcaster.ts'
import type { Config } from './common/config.ts'
import { createLogger } from './common/logger.ts'
import type { Logger } from './common/logger.ts'
import { createMetrics } from './common/metrics.ts'
import type { Metrics } from './common/metrics.ts'
import { openNodeSigner, openSignerCheck } from './exchange/outgoing/nodeSigner.ts'
import { EVENT_TYPES } from './indexer/handledEvents.ts'
import { openLedger } from './indexer/ledger.ts'
import { openEndpoints } from './ledger/endpoints.ts'
import { watchHeads } from './ledger/heads.ts'
import { makePrivateFolder } from './storage/engine/dataFolder.ts'
import { openDatabase } from './storage/engine/openDatabase.ts'
import type { Database } from './storage/engine/openDatabase.ts'
import { countWaiting } from './storage/sharing/outbox.ts'
import { createUpgradeWatcher } from './leaving.ts'
import { watchSetup } from './setup.ts'
import { startWork, stopAll } from './work.ts'
import type { Stop, Work } from './work.ts'

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
  const stops: Stop[] = []
  const close = () => stopAll(stops, log)
  try {
    const signer = await openNodeSigner({ config, log })
    await makePrivateFolder(config.documentsDir)
    const onWait = () =>
      log.warn({ version: manifest.version }, 'waiting for older processes to leave the database')
    const database = await openDatabase(config.database, { onWait })
    stops.unshift(() => database.close())
    const { endpoints, ledger, followed, closeLedgers } = openLedgers(config, log)
    stops.unshift(closeLedgers)
    const work = await startWork({ config, database, ledger, followed, signer, log })
    stops.unshift(() => work.stop())
    const isLive = () => work.indexer().state === 'live'
    const broadcaster = await createBroadcaster(database, log)
    stops.unshift(() => broadcaster.stop())
    const serverIds = new Set(config.publicOrigins)
    const nodeAccount = signer.address
    const findSignerProblem = openSignerCheck({ config, log })
    const seen = { config, nodeAccount, database, endpoints, origins: serverIds, isLive, findSignerProblem }
    const setup = watchSetup({ ...seen, log })
    stops.unshift(() => setup.stop())
    const draining = createDraining()
    const app = await createServer({
      config,
      database,
      log,
      broadcaster,
      serverIds,
      ledger,
      ...openGuards(config, database),
      draining,
      metrics: openMetrics({ work, draining, broadcaster, database }),
      probe: createProbe({ database, endpoints, log, isWithoutTip: isWithoutTip(config.fees) }),
      setup,
      indexer: () => work.indexer(),
      eventTypes: EVENT_TYPES,
      wakeSync: () => work.wake(),
      meetPeers: (tenants) => work.meet(tenants),
      checkResponses: options.checkResponses ?? false,
    })
    await app.listen({ host: config.host, port: config.port })
    stops.unshift(() => app.close())
    stops.unshift(database.watchUpgrades(createUpgradeWatcher({ draining, broadcaster, work, log })))
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

type Measured = { work: Work; draining: Draining; broadcaster: Broadcaster; database: Database }

function openMetrics({ work, draining, broadcaster, database }: Measured): Metrics {
  const metrics = createMetrics()
  metrics.watch({
    indexer: () => work.indexer(),
    isDrained: () => draining.reason() !== null,
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
