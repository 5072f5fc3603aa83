// Logs from before their contract's discovery. They are stored as they pass, so that a discovery asks the ledger nothing. An
// index that an older version began reads its blocks a second time, in steps between its other work.
import type { Address } from '@connex/protocol'
import type { Database } from '../storage/engine/openDatabase.ts'
import { firstBlock, writeCursor } from '../storage/projections/cursor.ts'
import type { Cursor } from '../storage/projections/cursor.ts'
import { appendRows } from '../storage/projections/versions.ts'
import type { EarlyLogsTable } from '../storage/schema/ledgerTables.ts'
import type { Contracts, EarlierLog } from './gatherEvents.ts'
import type { Block, Ledger, Log } from './ledger.ts'
import { blockAt, readLogs } from './readLogs.ts'

/** The logs of contracts that were not known in their block. `since`: where a contract was discovered, if it was. */
export const earlyLogsIn = (
  logs: readonly Log[],
  since: (address: Address) => number | undefined,
): EarlyLogsTable[] =>
  logs
    .filter(({ address, block }) => (since(address) ?? Infinity) > block)
    .map(({ address, topics, data, block, at, logIndex, txHash }) => ({
      address,
      topics: topics.join(','),
      data,
      at: at ?? 0,
      from_block: block,
      log_index: logIndex,
      tx_hash: txHash,
    }))

export const toLogs = (rows: readonly EarlyLogsTable[]): EarlierLog[] =>
  rows.map(({ address, topics, data, at, from_block, log_index, tx_hash }) => ({
    address,
    topics: topics === '' ? [] : topics.split(','),
    data,
    at,
    block: from_block,
    logIndex: log_index,
    txHash: tx_hash,
  }))

export type PastRequest = {
  cursor: Cursor
  contracts: Contracts
  startBlock: number
  /** The ledger's newest block. */
  head: Block
  /** How many blocks to request at once. */
  range: number
}

/**
 * Reads the blocks just below those whose early logs are stored, and stores theirs. Returns the lowered cursor and the number of
 * logs; undefined if the chain has changed, so that nothing was stored.
 */
export async function readPast(
  database: Database,
  ledger: Ledger,
  { cursor, contracts, startBlock, head, range }: PastRequest,
): Promise<{ cursor: Cursor; numLogs: number } | undefined> {
  const last = await blockAt(ledger, cursor.early_logs_from - 1)
  const from = Math.max(firstBlock(startBlock), last.number - range + 1)
  const logs = await readLogs({ ledger, from, last, head: head.number, range })
  const tip = await blockAt(ledger, cursor.block_number)
  if (logs === undefined || tip.hash !== cursor.block_hash) return undefined
  const next: Cursor = { ...cursor, early_logs_from: from }
  const rows = earlyLogsIn(logs, (address) => contracts.get(address)?.since)
  await database.kysely.transaction().execute(async (trx) => {
    await appendRows(trx, 'early_logs', rows)
    await writeCursor(trx, cursor, next)
  })
  return { cursor: next, numLogs: logs.length }
}
