// The indexing loop: reads, reconciles, commits.
import type { Address } from '@connex/protocol'
import type { Logger } from '../common/logger.ts'
import type { Database } from '../storage/engine/openDatabase.ts'
import { insertCursor, listLedgerContracts, readCursor } from '../storage/projections/cursor.ts'
import type { Cursor } from '../storage/projections/cursor.ts'
import { commitBatch } from './commitBatch.ts'
import type { Contract } from './gatherEvents.ts'
import { LedgerError } from './ledger.ts'
import type { Block, Ledger } from './ledger.ts'
import { readBatch } from './readBatch.ts'
import { reconcile } from './reconcile.ts'
import { createRequestRange } from './requestRange.ts'
import { followReorg, HaltError } from './reorgs.ts'

export type RunConfig = {
  chainId: number
  platformManager: Address
  startBlock: number
  hostedTenants: readonly Address[]
  finalityDepth: number
  lagMs: number
}

export type Run = {
  database: Database
  ledger: Ledger
  config: RunConfig
  log: Logger
  /** Called after every step. */
  onProgress: (progress: { indexedBlock: number; ledgerBlock: number }) => void
  signal: AbortSignal
}

/**
 * Follows the ledger until the signal aborts. Throws on a failure, and may then be called again: all its state is in the
 * database.
 */
export async function run({ database, ledger, config, log, onProgress, signal }: Run): Promise<void> {
  let cursor = await open(database, ledger, config)
  let contracts = await readContracts(database, config.platformManager)
  const range = createRequestRange()
  let isTipEmpty = false
  let behindSince: number | undefined

  async function rollBack(): Promise<void> {
    const before = cursor.block_number
    cursor = await followReorg(database, ledger, cursor)
    if (cursor.block_number === before) return
    contracts = await readContracts(database, config.platformManager)
    isTipEmpty = false
    log.warn({ from: before, to: cursor.block_number }, 'chain reorg: rolled back')
  }

  async function indexNext(head: Block, to: number): Promise<void> {
    const previous = { number: cursor.block_number, hash: cursor.block_hash }
    const { startBlock, hostedTenants, finalityDepth } = config
    const request = { ledger, contracts, startBlock, previous, head, to, range: range.blocks() }
    const batch = await readBatch(request).catch((error: unknown) => {
      if (!(error instanceof LedgerError) || range.blocks() === 1) throw error
      range.refused()
      return 'refused' as const
    })
    if (batch === 'refused') return
    if (batch === undefined) return rollBack()
    cursor = await commitBatch(database, batch, { cursor, hostedTenants, finalityDepth, isTipEmpty })
    isTipEmpty = batch.events.length === 0
    for (const { address, kind, owner } of batch.discovered) contracts.set(address, { kind, owner })
    range.answered(batch.numLogs)
  }

  while (!signal.aborted) {
    const head = await ledger.head(cursor.block_number)
    behindSince = head.number < cursor.block_number ? (behindSince ?? Date.now()) : undefined
    const decision = reconcile({ number: cursor.block_number, hash: cursor.block_hash }, head, {
      behindForMs: behindSince === undefined ? 0 : Date.now() - behindSince,
      lagMs: config.lagMs,
    })
    if (decision.kind === 'reorg') await rollBack()
    if (decision.kind === 'blocks')
      await indexNext(head, Math.min(decision.to, decision.from + range.blocks() - 1))
    // A lagging head is not progress: it must not clear the failure of a halted index.
    if (behindSince === undefined) onProgress({ indexedBlock: cursor.block_number, ledgerBlock: head.number })
    if (decision.kind === 'wait') await ledger.nextHead(signal)
  }
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
    [platformManager, { kind: 'platformManager', owner: platformManager }],
    ...known.map(({ address, kind, owner }) => [address, { kind, owner }] as const),
  ])
}
