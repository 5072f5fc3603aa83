// Reads the indexed logs of consecutive blocks, and makes sure that they are all of one chain.
import type { Bytes32 } from '@connex/protocol'
import { TOPICS } from './handledEvents.ts'
import { LedgerError } from './ledger.ts'
import type { Block, Ledger, Log } from './ledger.ts'

/**
 * Behind a load balancer one ledger may have fewer blocks than another. For a range of numbers it answers without logs for blocks
 * that it does not have yet, so the newest blocks are requested one by one.
 */
const NEAR_HEAD = 8

type LogsRequest = {
  ledger: Ledger
  /** The first block, and the hash of its parent; undefined for any parent. */
  from: number
  parentHash?: Bytes32
  last: Block
  /** The number of the ledger's newest block. */
  head: number
  /** How many blocks to request at once. */
  range: number
}

/**
 * Reads the indexed logs of the blocks up to `last`, in the order of the chain. Undefined if the blocks are not all on one
 * chain: it has changed meanwhile, so none of the logs counts.
 */
export async function readLogs(request: LogsRequest): Promise<Log[] | undefined> {
  const { ledger, from, parentHash, head, range } = request
  const near: Log[][] = []
  // Backwards, because each block has its parent's hash.
  let block = request.last
  while (block.number > head - NEAR_HEAD) {
    near.unshift(await logsOf(ledger, block))
    if (block.number === from)
      return parentHash === undefined || block.parentHash === parentHash ? near.flat() : undefined
    const parent = await blockAt(ledger, block.number - 1)
    if (parent.hash !== block.parentHash) return undefined
    block = parent
  }
  const first = block.number === from ? block : await blockAt(ledger, from)
  if (parentHash !== undefined && first.parentHash !== parentHash) return undefined
  const far: Log[][] = []
  for (let start = from; start <= block.number; start += range) {
    const to = Math.min(block.number, start + range - 1)
    far.push(await ledger.logs({ topics: TOPICS, from: start, to }))
  }
  // The last block's hash covers all blocks before it: if it is unchanged, so are they.
  const again = await blockAt(ledger, block.number)
  return again.hash === block.hash ? withTimes(ledger, [...far, ...near].flat()) : undefined
}

/** A block that the ledger must have. Without it this node is behind the one that answered before, and will catch up. */
export async function blockAt(ledger: Ledger, number: number): Promise<Block> {
  const block = await ledger.findBlock(number)
  if (block === undefined) throw new LedgerError(`The ledger does not have block ${number} yet.`)
  return block
}

/**
 * For a block that they do not have some ledgers answer that it is unknown, others that it has no logs. So all its logs are
 * requested and compared with the block, which says whether it has any.
 */
async function logsOf(ledger: Ledger, block: Block): Promise<Log[]> {
  const logs = await ledger.logs({ blockHash: block.hash })
  if (logs.length === 0 && block.hasLogs)
    throw new LedgerError(`The ledger does not have the logs of block ${block.number} yet.`)
  return logs
    .filter(({ topics: [topic] }) => topic !== undefined && TOPICS.includes(topic))
    .map((log) => ({ ...log, at: block.at }))
}

/** Some ledgers include a log's time; for others its block is requested. */
async function withTimes(ledger: Ledger, logs: Log[]): Promise<Log[]> {
  const untimed = new Set(logs.filter((log) => log.at === undefined).map((log) => log.block))
  if (untimed.size === 0) return logs
  const times = new Map<number, number>()
  for (const number of untimed) times.set(number, (await blockAt(ledger, number)).at)
  return logs.map((log) => ({ ...log, at: log.at ?? times.get(log.block) }))
}
