// What a server does besides answering: it indexes the ledger, pushes to other servers, resolves workflows and sweeps.
import type { Address } from '@connex/protocol'
import type { LedgerRpc } from './api/call/context.ts'
import { startWorkflowResolver } from './api/workflows/resolver.ts'
import type { Config } from './common/config.ts'
import type { Logger } from './common/logger.ts'
import type { IndexerStatus } from './common/metrics.ts'
import type { openNodeSigner } from './exchange/outgoing/nodeSigner.ts'
import { startPushWorker } from './exchange/outgoing/worker.ts'
import type { PushWorker } from './exchange/outgoing/worker.ts'
import type { Ledger } from './indexer/ledger.ts'
import { startIndexer } from './indexer/startIndexer.ts'
import type { Indexer } from './indexer/startIndexer.ts'
import type { Database } from './storage/engine/openDatabase.ts'
import { startSweeper } from './sweeper.ts'

export type Work = {
  /** Starts again what `stop` has stopped. */
  start: () => Promise<void>
  stop: () => Promise<void>
  indexer: () => IndexerStatus
  /** A push is due. */
  wake: () => void
  /** The servers of these tenants have called, so they can be reached. */
  meet: (tenants: readonly Address[]) => void
}

type Options = {
  config: Config
  database: Database
  ledger: LedgerRpc
  followed: Ledger
  signer: Awaited<ReturnType<typeof openNodeSigner>>
  log: Logger
}

/** `const work = await startWork(options)`, then `await work.stop()` */
export async function startWork({ config, database, ledger, followed, signer, log }: Options): Promise<Work> {
  const stops: Stop[] = []
  let indexer: Indexer
  let pushes: PushWorker

  async function start(): Promise<void> {
    const resolver = startWorkflowResolver({ config, database, ledger }, log)
    stops.unshift(() => resolver.stop())
    indexer = startIndexer({ config, database, log, ledger: followed, onStep: resolver.wake })
    stops.unshift(() => indexer.stop())
    const isLive = () => indexer.status().state === 'live'
    const sweeper = startSweeper({ database, documentsDir: config.documentsDir, isLive }, log)
    stops.unshift(() => sweeper.stop())
    try {
      pushes = await startPushWorker({ config, database, signer, log })
    } catch (error) {
      await stopAll(stops, log)
      throw error
    }
    stops.unshift(() => pushes.stop())
  }

  await start()
  return {
    start,
    stop: () => stopAll(stops, log),
    indexer: () => indexer.status(),
    wake: () => pushes.wake(),
    meet: (tenants) => pushes.meet(tenants),
  }
}

export type Stop = () => Promise<void>

/** What started first is last in the list, and stops last. */
export async function stopAll(stops: Stop[], log: Logger): Promise<void> {
  for (const stop of stops.splice(0))
    await stop().catch((error: unknown) => log.warn({ err: error }, 'stopped'))
}
