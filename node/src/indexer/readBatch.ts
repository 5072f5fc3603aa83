// Reads the next blocks of the ledger, with what earlier logs they make count.
import type { Address, Bytes32 } from '@connex/protocol'
import type { EarlyLogsTable, LedgerContractsTable } from '../storage/schema/ledgerTables.ts'
import { earlyLogsIn, toLogs } from './earlyLogs.ts'
import { gatherEvents } from './gatherEvents.ts'
import type { Contracts, EarlierLog, Gathered } from './gatherEvents.ts'
import type { Block, Ledger, Log } from './ledger.ts'
import { blockAt, readLogs } from './readLogs.ts'
import type { Tip } from './reconcile.ts'

/** Consecutive blocks that the index commits together. */
export type Batch = {
  previous: Tip
  last: Block
  /** The blocks with events, and the last one. */
  blocks: { number: number; hash: Bytes32; timestamp: number }[]
  events: Gathered[]
  discovered: LedgerContractsTable[]
  earlyLogs: EarlyLogsTable[]
  numLogs: number
}

export type BatchRequest = {
  ledger: Ledger
  contracts: Contracts
  previous: Tip
  /** The ledger's newest block. */
  head: Block
  to: number
  /** How many blocks to request at once. */
  range: number
  /** Finds what contracts logged before this batch, in order; undefined while the index does not have all of it. */
  findEarlyLogs: (addresses: readonly Address[]) => Promise<EarlyLogsTable[] | undefined>
}

/**
 * Reads the blocks after `previous` up to `to`. `'chainChanged'` if the blocks may be of two chains, so that none of them counts;
 * `'pastMissing'` if they discover a contract whose earlier logs the index does not have.
 */
export async function readBatch(request: BatchRequest): Promise<Batch | 'chainChanged' | 'pastMissing'> {
  const { ledger, contracts, previous, head, to, range, findEarlyLogs } = request
  const last = head.number === to ? head : await blockAt(ledger, to)
  const from = previous.number + 1
  const logs = await readLogs({ ledger, from, parentHash: previous.hash, last, head: head.number, range })
  if (logs === undefined) return 'chainChanged'
  const histories = new Map<Address, EarlierLog[]>()
  let gathering = gatherEvents(logs, contracts, histories)
  while (gathering.missing.length > 0) {
    const found = await findEarlyLogs(gathering.missing)
    if (found === undefined) return 'pastMissing'
    for (const address of gathering.missing) histories.set(address, [])
    for (const log of toLogs(found)) histories.get(log.address)?.push(log)
    gathering = gatherEvents(logs, contracts, histories)
  }
  const { events, discovered } = gathering
  const since = new Map(discovered.map(({ address, from_block }) => [address, from_block]))
  return {
    previous,
    last,
    blocks: blocksOf(events, logs, last),
    events,
    discovered,
    earlyLogs: earlyLogsIn(logs, (address) => contracts.get(address)?.since ?? since.get(address)),
    numLogs: logs.length,
  }
}

function blocksOf(events: readonly Gathered[], logs: readonly Log[], last: Block): Batch['blocks'] {
  const withEvents = new Set(events.map(({ occurrence }) => occurrence.block))
  const blocks = new Map(
    logs
      .filter((log) => withEvents.has(log.block))
      .map((log) => [log.block, { number: log.block, hash: log.blockHash, timestamp: log.at ?? 0 }]),
  )
  blocks.set(last.number, { number: last.number, hash: last.hash, timestamp: last.at })
  return [...blocks.values()]
}
