// Follows chain reorgs: finds the fork and rolls back to it.
import { Topic } from '@connex/protocol'
import type { Bytes32 } from '@connex/protocol'
import type { Database } from '../storage/engine/openDatabase.ts'
import { announce } from '../storage/projections/announcements.ts'
import { listBlocks, writeCursor } from '../storage/projections/cursor.ts'
import type { Cursor } from '../storage/projections/cursor.ts'
import { rollbackTo } from '../storage/projections/rollback.ts'
import { announceRefetch } from './announcements.ts'
import type { Ledger } from './ledger.ts'
import { mayFollow } from './reconcile.ts'

/** Rolls back to the last block that the ledger still has, in one transaction; the blocks after it are then read again. */
export async function followReorg(database: Database, ledger: Ledger, cursor: Cursor): Promise<Cursor> {
  const found = await findForkSince(
    cursor.finalized_block,
    (from) => listBlocks(database.kysely, from),
    async (number) => (await ledger.findBlock(number))?.hash,
  )
  if (found === undefined)
    throw new HaltError('The ledger is not the one that was indexed: they have no block in common.')
  const { fork, lost } = found
  // The chain may have been restored in the meantime.
  if (lost === undefined) return cursor
  // The fork may be lower, but without events between it and the lost block.
  if (!mayFollow(lost, cursor.finalized_block))
    throw new HaltError(
      `The ledger took back block ${lost.number}, but was final up to ${cursor.finalized_block}.`,
    )
  const next: Cursor = {
    ...cursor,
    block_number: fork.number,
    block_hash: fork.hash,
    early_logs_from: Math.min(cursor.early_logs_from, fork.number + 1),
  }
  await database.kysely.transaction().execute(async (trx) => {
    await rollbackTo(trx, fork.number)
    await writeCursor(trx, cursor, next)
    await announce(
      trx,
      announceRefetch(
        Topic.options.map((topic) => ({ topic })),
        fork.number,
      ),
    )
  })
  return next
}

type IndexedBlock = { number: number; hash: Bytes32 }

/**
 * The fork, and the first stored block that is lost. Only what is not final is usually read, however long the chain is: the rest
 * is for the reason why the index halts.
 */
export async function findForkSince(
  finalized: number,
  listFrom: (number: number) => Promise<readonly IndexedBlock[]>,
  hashAt: (number: number) => Promise<Bytes32 | undefined>,
): Promise<{ fork: IndexedBlock; lost: IndexedBlock | undefined } | undefined> {
  for (const from of [finalized, 0]) {
    const indexed = await listFrom(from)
    const fork = await findFork(indexed, hashAt)
    if (fork !== undefined) return { fork, lost: indexed.find(({ number }) => number > fork.number) }
  }
  return undefined
}

/**
 * The last stored block that is still on the ledger's chain, undefined for none. A block on the chain has all its ancestors on
 * it, so binary search finds the fork in few requests.
 */
export async function findFork(
  indexed: readonly IndexedBlock[],
  hashAt: (number: number) => Promise<Bytes32 | undefined>,
): Promise<IndexedBlock | undefined> {
  let low = 0
  let high = indexed.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const block = indexed[middle]
    if (block !== undefined && (await hashAt(block.number)) === block.hash) low = middle + 1
    else high = middle
  }
  return indexed[low - 1]
}

/** Indexing stops until an operator acts: the ledger is not the one that was indexed. */
export class HaltError extends Error {
  override name = 'HaltError'
}
