import { Topic } from '@connex/protocol'
import { announce } from '../storage/announcements.ts'
import { listBlocks, writeCursor } from '../storage/cursor.ts'
import type { Cursor } from '../storage/cursor.ts'
import type { Database } from '../storage/openDatabase.ts'
import { rollbackTo } from '../storage/rollbackTo.ts'
import { readAnew } from './announcementsOf.ts'
import { findFork } from './findFork.ts'
import { HaltError } from './HaltError.ts'
import type { Ledger } from './Ledger.ts'
import { mayFollow } from './reconcile.ts'

/** Goes back to the last block that the ledger still has, in one transaction; the blocks since then come anew. */
export async function followReorg(database: Database, ledger: Ledger, cursor: Cursor): Promise<Cursor> {
  const kept = await listBlocks(database.kysely)
  const fork = await findFork(kept, async (number) => (await ledger.findBlock(number))?.hash)
  if (fork === undefined)
    throw new HaltError('The ledger is not the one that was indexed: they have no block in common.')
  const lost = kept.find(({ number }) => number > fork.number)
  // The chain may have come back in the meantime.
  if (lost === undefined) return cursor
  // The fork itself may lie below: between it and what is lost there was nothing to take back.
  if (!mayFollow(lost, cursor.finalized_block))
    throw new HaltError(
      `The ledger took back block ${lost.number}, but was final up to ${cursor.finalized_block}.`,
    )
  const next: Cursor = { ...cursor, block_number: fork.number, block_hash: fork.hash }
  await database.kysely.transaction().execute(async (trx) => {
    await rollbackTo(trx, fork.number)
    await writeCursor(trx, cursor, next)
    await announce(
      trx,
      readAnew(
        Topic.options.map((topic) => ({ topic })),
        fork.number,
      ),
    )
  })
  return next
}
