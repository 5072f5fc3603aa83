// Runs the indexer in the one process of a database that holds the lock, and retries after failures.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../common/config.ts'
import type { Logger } from '../common/logger.ts'
import type { Lock } from '../storage/engine/database.ts'
import type { Database } from '../storage/engine/openDatabase.ts'
import { backoff } from '../storage/sharing/backoff.ts'
import { HaltError } from './reorgs.ts'
import type { Ledger } from './ledger.ts'
import { LedgerError } from './ledger.ts'
import { run } from './run.ts'
import type { Progress, RunConfig } from './run.ts'
import type { IndexerState, IndexerStatus } from '../common/metrics.ts'

export type Indexer = { stop: () => Promise<void>; status: () => IndexerStatus }

type Settings = Pick<
  Config,
  'chainId' | 'platformManager' | 'startBlock' | 'hostedTenants' | 'finalityDepth'
> &
  Partial<Pick<RunConfig, 'lagMs'>>

type IndexerOptions = {
  database: Database
  config: Settings
  log: Logger
  ledger: Ledger
  /** Called after every step of the process that indexes. */
  onStep?: () => void
}

const INDEXER_LOCK = 7_024_000
const LOCK_RETRY_MS = 1_000
const BACKOFF_MS = 100
const LEDGER_BACKOFF_MAXIMUM_MS = 2_000
const BACKOFF_MAXIMUM_MS = 30_000
/** How long a head may lag behind the tip before it counts as a reorg. */
const LAG_MS = 5_000

/**
 * Indexes the ledger into the database until stopped. One process of a database indexes; the others stand by.
 *
 * @example
 * const indexer = startIndexer({ database, config, log, ledger })
 * indexer.status() // { state: 'live', indexedBlock: 120, ledgerBlock: 120, error: null }
 * await indexer.stop()
 */
export function startIndexer({ database, config, log, ledger, onStep }: IndexerOptions): Indexer {
  const stopping = new AbortController()
  const status = createStatus(log)
  let numFailures = 0

  /** Follows the ledger as long as the lock is held. */
  async function follow(lock: Lock): Promise<void> {
    const lost = new AbortController()
    void lock.lost.then(() => lost.abort())
    const signal = AbortSignal.any([stopping.signal, lost.signal])
    const runConfig: RunConfig = { lagMs: LAG_MS, ...config }
    while (!signal.aborted)
      try {
        await run({ database, ledger, config: runConfig, log, onProgress, signal })
      } catch (error) {
        if (!signal.aborted) await afterFailure(error, signal)
      }
  }

  function onProgress(progress: Progress): void {
    numFailures = 0
    const state = progress.indexedBlock < progress.ledgerBlock ? 'catchingUp' : 'live'
    status.set({ ...progress, state, error: null })
    onStep?.()
  }

  /** Every failure is retried: committed batches are whole, and the others are read again. */
  async function afterFailure(error: unknown, signal: AbortSignal): Promise<void> {
    const state = stateAfter(error)
    const message = error instanceof Error ? error.message : String(error)
    if (status.current().error !== message) log.error({ err: error }, 'indexing failed, will be tried again')
    status.set({ state, error: message })
    numFailures += 1
    const maximum = state === 'ledgerUnreachable' ? LEDGER_BACKOFF_MAXIMUM_MS : BACKOFF_MAXIMUM_MS
    await pause(backoff(numFailures, BACKOFF_MS, maximum), signal)
  }

  const onStandby = () => status.set({ state: 'standby', error: null })
  const finished = withLock(database, stopping.signal, follow, onStandby)
  return {
    status: status.current,
    async stop() {
      stopping.abort()
      await finished
      status.set({ state: 'stopped' })
    },
  }
}

/** Runs the work whenever this process gets the lock, until the signal. */
async function withLock(
  database: Database,
  signal: AbortSignal,
  work: (lock: Lock) => Promise<void>,
  onStandby: () => void,
): Promise<void> {
  while (!signal.aborted) {
    const lock = await database.tryLock(INDEXER_LOCK).catch(() => undefined)
    if (lock === undefined) {
      onStandby()
      await pause(LOCK_RETRY_MS, signal)
      continue
    }
    await work(lock)
    await lock.release().catch(() => undefined)
  }
}

/** Logs each change of the state. */
function createStatus(log: Logger) {
  let status: IndexerStatus = {
    state: 'starting',
    indexedBlock: null,
    ledgerBlock: null,
    numPastBlocks: null,
    error: null,
  }
  return {
    current: (): IndexerStatus => status,
    set(change: Partial<IndexerStatus>): void {
      if (change.state !== undefined && change.state !== status.state)
        log.info({ state: change.state }, 'indexer')
      status = { ...status, ...change }
    },
  }
}

function stateAfter(error: unknown): IndexerState {
  if (error instanceof LedgerError) return 'ledgerUnreachable'
  return error instanceof HaltError ? 'halted' : 'failing'
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined)
