// The indexing loop: reads, reconciles, commits.
import type { Address } from '@connex/protocol'
import type { Logger } from '../common/logger.ts'
import type { Database } from '../storage/engine/openDatabase.ts'
import {
  countPastBlocks,
  findEarlyLogs,
  insertCursor,
  listLedgerContracts,
  readCursor,
} from '../storage/projections/cursor.ts'
import type { Cursor } from '../storage/projections/cursor.ts'
import { createBatchReader } from './batchReader.ts'
import { commitBatch } from './commitBatch.ts'
import { readPast } from './earlyLogs.ts'
import type { Contract } from './gatherEvents.ts'
import { LedgerError } from './ledger.ts'
import type { Block, Ledger } from './ledger.ts'
import { reconcile } from './reconcile.ts'
import { createRequestRange, inRange } from './requestRange.ts'
import { followReorg, HaltError } from './reorgs.ts'

export type RunConfig = {
  chainId: number
  platformManager: Address
  startBlock: number
  hostedTenants: readonly Address[]
  finalityDepth: number
  lagMs: number
}

export type Progress = {
  indexedBlock: number
  ledgerBlock: number
  /** See `countPastBlocks`. */
  numPastBlocks: number
}

export type Run = {
  database: Database
  ledger: Ledger
  config: RunConfig
  log: Logger
  /** Called after every step. */
  onProgress: (progress: Progress) => void
  signal: AbortSignal
}

/**
 * Follows the ledger until the signal aborts. Throws on a failure, and may then be called again: all its state is in the
 * database.
 */
export async function run({ database, ledger, config, log, onProgress, signal }: Run): Promise<void> {
  const steps = await openSteps({ database, ledger, config, log })
  let behindSince: number | undefined
  while (!signal.aborted) {
    const tip = steps.tip()
    const head = await ledger.head(tip.number)
    behindSince = head.number < tip.number ? (behindSince ?? Date.now()) : undefined
    const decision = reconcile(tip, head, {
      behindForMs: behindSince === undefined ? 0 : Date.now() - behindSince,
      lagMs: config.lagMs,
    })
    const numPast = behindSince === undefined ? steps.numPastBlocks() : 0
    let isIdle = decision.kind === 'wait'
    if (decision.kind === 'reorg') await steps.rollBack()
    else if (decision.kind === 'blocks' && !(steps.needsPast() && numPast > 0)) await steps.indexNext(head)
    else if (numPast > 0) isIdle = !(await steps.readPast(head))
    // A lagging head is not progress: it must not clear the failure of a halted index.
    if (behindSince === undefined)
      onProgress({
        indexedBlock: steps.tip().number,
        ledgerBlock: head.number,
        numPastBlocks: steps.numPastBlocks(),
      })
    if (isIdle) await ledger.nextHead(signal)
  }
}

/** What the index does between two looks at the ledger's head: one step at a time. */
async function openSteps({ database, ledger, config, log }: Omit<Run, 'onProgress' | 'signal'>) {
  const { startBlock, hostedTenants, finalityDepth } = config
  let cursor = await open(database, ledger, config)
  let contracts = await readContracts(database, config.platformManager)
  const pastRange = createRequestRange()
  let isTipEmpty = false
  let needsPast = false
  const tip = () => ({ number: cursor.block_number, hash: cursor.block_hash })
  const numPastBlocks = () => countPastBlocks(cursor, startBlock)
  const findLogs = async (addresses: readonly Address[]) =>
    numPastBlocks() > 0 ? undefined : findEarlyLogs(database.kysely, addresses)
  const batches = createBatchReader({ ledger, contracts: () => contracts, findEarlyLogs: findLogs })

  async function rollBack(): Promise<void> {
    const before = cursor.block_number
    cursor = await followReorg(database, ledger, cursor)
    if (cursor.block_number === before) return
    contracts = await readContracts(database, config.platformManager)
    isTipEmpty = false
    log.warn({ from: before, to: cursor.block_number }, 'chain reorg: rolled back')
  }

  async function indexNext(head: Block): Promise<void> {
    const batch = await batches.next(tip(), head)
    if (batch === 'refused') return
    if (batch === 'chainChanged') return rollBack()
    if (batch === 'pastMissing') {
      log.warn({ blocks: numPastBlocks() }, 'a contract was registered: its past is read first')
      needsPast = true
      return
    }
    for (const { address, kind, owner, from_block: since } of batch.discovered)
      contracts.set(address, { kind, owner, since })
    const committing = commitBatch(database, batch, { cursor, hostedTenants, finalityDepth, isTipEmpty })
    cursor = await batches.readAhead(batch.last, head, committing)
    isTipEmpty = batch.events.length === 0
  }

  /** False if the ledger refused: a node without its past must not keep the index from following it. */
  async function readPastBlocks(head: Block): Promise<boolean> {
    const request = { cursor, contracts, startBlock, head, range: pastRange.blocks() }
    const warn = (err: LedgerError) => log.warn({ err }, 'the past cannot be read')
    const read = await inRange(pastRange, () => readPast(database, ledger, request), warn)
    if (read === 'refused') return false
    if (read === undefined) await rollBack()
    else cursor = read.cursor
    pastRange.answered(read?.numLogs ?? 0)
    return true
  }

  return { tip, numPastBlocks, needsPast: () => needsPast, rollBack, indexNext, readPast: readPastBlocks }
}

/** Returns the cursor, after checking that ledger, database and configuration have the same chain. */
async function open(database: Database, ledger: Ledger, config: RunConfig): Promise<Cursor> {
  const chainId = await ledger.chainId()
  if (chainId !== config.chainId)
    throw new HaltError(`The ledger's chain id is ${chainId}, but ${config.chainId} is configured.`)
  const cursor = await readCursor(database.kysely)
  if (cursor === undefined) return begin(database, ledger, config)
  if (cursor.chain_id !== config.chainId || cursor.platform_manager !== config.platformManager)
    throw new HaltError('The database has the index of another platform than the configured one.')
  return cursor
}

async function begin(database: Database, ledger: Ledger, config: RunConfig): Promise<Cursor> {
  const block = await ledger.findBlock(Math.max(config.startBlock - 1, 0))
  if (block === undefined) throw new LedgerError('The ledger has not reached the start block yet.')
  const cursor: Cursor = {
    chain_id: config.chainId,
    platform_manager: config.platformManager,
    block_number: block.number,
    block_hash: block.hash,
    finalized_block: block.number,
    early_logs_from: block.number + 1,
  }
  await database.kysely
    .transaction()
    .execute((trx) =>
      insertCursor(trx, cursor, { number: block.number, hash: block.hash, timestamp: block.at }),
    )
  return cursor
}

async function readContracts(database: Database, platformManager: Address): Promise<Map<Address, Contract>> {
  const known = await listLedgerContracts(database.kysely)
  return new Map<Address, Contract>([
    [platformManager, { kind: 'platformManager', owner: platformManager, since: 0 }],
    ...known.map(({ address, kind, owner, from_block: since }) => [address, { kind, owner, since }] as const),
  ])
}
