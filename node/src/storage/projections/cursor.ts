// The cursor: the last indexed block.
import { sql } from 'kysely'
import type { Address } from '@connex/protocol'
import type {
  BlocksTable,
  CursorTable,
  EarlyLogsTable,
  LedgerContractsTable,
} from '../schema/ledgerTables.ts'
import type { Queryable } from '../engine/database.ts'

export type Cursor = Omit<CursorTable, 'id' | 'updated_at'>

export async function readCursor(db: Queryable): Promise<Cursor | undefined> {
  return db
    .selectFrom('cursor')
    .select([
      'chain_id',
      'platform_manager',
      'block_number',
      'block_hash',
      'finalized_block',
      'early_logs_from',
    ])
    .executeTakeFirst()
}

/** The first block that has logs: that of a chain has no transactions. */
export const firstBlock = (startBlock: number): number => Math.max(startBlock, 1)

/** How many blocks an index that an older version began has yet to read a second time. */
export const countPastBlocks = ({ early_logs_from }: Cursor, startBlock: number): number =>
  Math.max(0, early_logs_from - firstBlock(startBlock))

/** The time of the last indexed block, undefined before the first. */
export async function findIndexedTime(db: Queryable): Promise<number | undefined> {
  const row = await db
    .selectFrom('cursor as c')
    .innerJoin('blocks as b', 'b.number', 'c.block_number')
    .select('b.timestamp')
    .executeTakeFirst()
  return row?.timestamp
}

/** Another process has moved the cursor: a batch computed from the previous one must not be written. */
class CursorMovedError extends Error {
  override name = 'CursorMovedError'
}

const NOW = sql<number>`extract(epoch FROM now())::int8`

/** The first cursor, at the block before the first one to read; the block is stored to compare chains with. */
export async function insertCursor(trx: Queryable, cursor: Cursor, block: BlocksTable): Promise<void> {
  await trx.insertInto('blocks').values(block).execute()
  await trx
    .insertInto('cursor')
    .values({ id: 1, ...cursor, updated_at: NOW })
    .execute()
}

/** Replaces the cursor `previous`, and throws if the database has another one. */
export async function writeCursor(trx: Queryable, previous: Cursor, next: Cursor): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('cursor')
    .set({ ...next, updated_at: NOW })
    .where('block_number', '=', previous.block_number)
    .where('block_hash', '=', previous.block_hash)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new CursorMovedError('Another process is indexing into this database.')
}

/** The stored blocks from the last one at or below `from` on, oldest first: enough to find where two chains fork. */
export async function listBlocks(
  db: Queryable,
  from: number,
): Promise<Pick<BlocksTable, 'number' | 'hash'>[]> {
  return db
    .selectFrom('blocks')
    .select(['number', 'hash'])
    .where('number', '>=', (eb) =>
      eb
        .selectFrom('blocks')
        .select(eb.fn.coalesce(eb.fn.max('number'), eb.lit(0)).as('number'))
        .where('number', '<=', from),
    )
    .orderBy('number')
    .execute()
}

/** A tip without events is stored only until the next block. */
export async function deleteBlock(trx: Queryable, number: number): Promise<void> {
  await trx.deleteFrom('blocks').where('number', '=', number).execute()
}

export async function listLedgerContracts(db: Queryable): Promise<LedgerContractsTable[]> {
  return db.selectFrom('ledger_contracts').select(['address', 'kind', 'owner', 'from_block']).execute()
}

/** What these contracts logged before their discovery, in the order of the chain. */
export async function findEarlyLogs(db: Queryable, addresses: readonly Address[]): Promise<EarlyLogsTable[]> {
  return db
    .selectFrom('early_logs')
    .selectAll()
    .where('address', 'in', addresses)
    .orderBy('from_block')
    .orderBy('log_index')
    .execute()
}
