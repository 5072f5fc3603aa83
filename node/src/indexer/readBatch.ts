import type { Address, Bytes32 } from '@connex/protocol'
import type { LedgerContractsTable } from '../storage/schema/ledgerTables.ts'
import { gatherEvents } from './gatherEvents.ts'
import type { Contracts, Gathered } from './gatherEvents.ts'
import { TOPICS } from './handledEvents.ts'
import { LedgerError } from './ledger.ts'
import type { Block, Ledger, Log } from './ledger.ts'
import type { Tip } from './reconcile.ts'

/** Consecutive blocks that the index commits together. */
export type Batch = {
  previous: Tip
  last: Block
  /** The blocks with events, and the last one. */
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
  /** How many blocks to request at once when looking through earlier ones. */
  range: number
}

/** The first block of a chain has no transactions. */
const FIRST_WITH_LOGS = 1

/**
 * Reads the blocks after `previous` up to `to`. Undefined if the chain has changed meanwhile: the blocks may be of two chains,
 * so none of them counts.
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

/** Reads contracts' logs from before their discovery. Returns false if the chain has changed meanwhile. */
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

/** Some ledgers include a log's time; for others its block is requested. */
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

/**
 * Behind a load balancer one ledger may have fewer blocks than another. For a range of numbers it answers without logs for blocks
 * that it does not have yet, so the newest blocks are requested one by one.
 */
const NEAR_HEAD = 8

export type LogsRequest = {
  ledger: Ledger
  /** The first block, and the hash of its parent; undefined for any parent. */
  from: number
  parentHash?: Bytes32
  last: Block
  /** The number of the ledger's newest block. */
  head: number
  addresses?: readonly Address[]
  /** How many blocks to request at once. */
  range: number
}

/**
 * Reads the indexed logs of the blocks up to `last`, in the order of the chain. Undefined if the blocks are not all on one
 * chain: it has changed meanwhile, so none of the logs counts.
 */
async function readLogs(request: LogsRequest): Promise<Log[] | undefined> {
  const { ledger, from, parentHash, head, addresses, range } = request
  const near: Log[][] = []
  // Backwards, because each block has its parent's hash.
  let block = request.last
  while (block.number > head - NEAR_HEAD) {
    near.unshift(await logsOf(ledger, block, addresses))
    if (block.number === from)
      return parentHash === undefined || block.parentHash === parentHash ? near.flat() : undefined
    const parent = await blockAt(ledger, block.number - 1)
    if (parent.hash !== block.parentHash) return undefined
    block = parent
  }
  const first = block.number === from ? block : await blockAt(ledger, from)
  if (parentHash !== undefined && first.parentHash !== parentHash) return undefined
  const wanted = { topics: TOPICS, ...(addresses === undefined ? {} : { addresses }) }
  const far: Log[][] = []
  for (let start = from; start <= block.number; start += range) {
    const to = Math.min(block.number, start + range - 1)
    far.push(await ledger.logs({ ...wanted, from: start, to }))
  }
  // The last block's hash covers all blocks before it: if it is unchanged, so are they.
  const again = await blockAt(ledger, block.number)
  return again.hash === block.hash ? [...far, ...near].flat() : undefined
}

/** A block that the ledger must have. Without it this node is behind the one that answered before, and will catch up. */
async function blockAt(ledger: Ledger, number: number): Promise<Block> {
  const block = await ledger.findBlock(number)
  if (block === undefined) throw new LedgerError(`The ledger does not have block ${number} yet.`)
  return block
}

/**
 * For a block that they do not have some ledgers answer that it is unknown, others that it has no logs. So all its logs are
 * requested and compared with the block, which says whether it has any.
 */
async function logsOf(
  ledger: Ledger,
  block: Block,
  addresses: readonly Address[] | undefined,
): Promise<Log[]> {
  const logs = await ledger.logs({ blockHash: block.hash })
  if (logs.length === 0 && block.hasLogs)
    throw new LedgerError(`The ledger does not have the logs of block ${block.number} yet.`)
  return logs
    .filter(({ topics: [topic] }) => topic !== undefined && TOPICS.includes(topic))
    .filter(({ address }) => addresses === undefined || addresses.includes(address))
    .map((log) => ({ ...log, at: block.at }))
}
