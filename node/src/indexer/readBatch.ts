import type { Address, Bytes32 } from '@connex/protocol'
import { gatherEvents } from './gatherEvents.ts'
import type { Contracts, Gathered } from './gatherEvents.ts'
import type { LedgerContractsTable } from '../storage/ledgerTables.ts'
import type { Block, Ledger, Log } from './Ledger.ts'
import { blockAt, readLogs } from './readLogs.ts'
import type { Tip } from './reconcile.ts'

/** Some blocks in a row, as the index takes them in: all or none. */
export type Batch = {
  previous: Tip
  last: Block
  /** The blocks that hold events, and the last one. */
  blocks: { number: number; hash: Bytes32; timestamp: number }[]
  events: Gathered[]
  discovered: LedgerContractsTable[]
  numLogs: number
}

export type BatchRequest = {
  ledger: Ledger
  contracts: Contracts
  startBlock: number
  previous: Tip
  /** The ledger's newest block. */
  head: Block
  to: number
  /** How many blocks to ask for at once, where more are looked through. */
  range: number
}

/** A chain begins with a block in which nothing was sent. */
const FIRST_WITH_LOGS = 1

/**
 * Reads the blocks after `previous` up to `to`. Undefined where the chain has changed meanwhile: what was read may be
 * of two chains, so none of it counts.
 */
export async function readBatch(request: BatchRequest): Promise<Batch | undefined> {
  const { ledger, contracts, previous, startBlock, head, to, range } = request
  const last = head.number === to ? head : await blockAt(ledger, to)
  const from = previous.number + 1
  const read = await readLogs({ ledger, from, parentHash: previous.hash, last, head: head.number, range })
  if (read === undefined) return undefined
  const logs = await withTimes(ledger, read)
  const histories = new Map<Address, Log[]>()
  let gathering = gatherEvents(logs, contracts, histories)
  while (gathering.missing.length > 0 && previous.number >= Math.max(startBlock, FIRST_WITH_LOGS)) {
    if (!(await addHistories(request, gathering.missing, histories))) return undefined
    gathering = gatherEvents(logs, contracts, histories)
  }
  const { events, discovered } = gathering
  return { previous, last, blocks: blocksOf(events, logs, last), events, discovered, numLogs: logs.length }
}

/** What contracts said before they were known to be the platform's. False where the chain has changed meanwhile. */
async function addHistories(
  { ledger, startBlock, previous, head, range }: BatchRequest,
  addresses: readonly Address[],
  histories: Map<Address, Log[]>,
): Promise<boolean> {
  const last = await blockAt(ledger, previous.number)
  if (last.hash !== previous.hash) return false
  const logs = await readLogs({ ledger, from: startBlock, last, head: head.number, addresses, range })
  if (logs === undefined) return false
  for (const address of addresses) histories.set(address, [])
  for (const log of await withTimes(ledger, logs)) histories.get(log.address)?.push(log)
  return true
}

/** Some ledgers tell a log's time with it; of others its block is asked for. */
async function withTimes(ledger: Ledger, logs: Log[]): Promise<Log[]> {
  const untimed = new Set(logs.filter((log) => log.at === undefined).map((log) => log.block))
  if (untimed.size === 0) return logs
  const times = new Map<number, number>()
  for (const number of untimed) times.set(number, (await blockAt(ledger, number)).at)
  return logs.map((log) => ({ ...log, at: log.at ?? times.get(log.block) }))
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
