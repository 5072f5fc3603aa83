import type { Address, Bytes32 } from '@connex/protocol'
import { TOPICS } from './handledEvents.ts'
import type { Block, Ledger, Log } from './Ledger.ts'
import { LedgerError } from './Ledger.ts'

/**
 * Behind a load balancer one ledger may know fewer blocks than the next one. Asked for logs by numbers it says of blocks
 * that it has not got that nothing happened there; so the newest ones are asked for one by one.
 */
const NEAR_HEAD = 8

export type LogsRequest = {
  ledger: Ledger
  /** The first block, and which one has to come before it. Undefined: whichever does. */
  from: number
  parentHash?: Bytes32
  last: Block
  /** The number of the ledger's newest block. */
  head: number
  addresses?: readonly Address[]
  /** How many blocks to ask for at once. */
  range: number
}

/**
 * All that the index wants of the blocks up to `last`, in the order of the chain. Undefined where they are not all on one
 * chain: it has changed meanwhile, so none of what was read counts.
 */
export async function readLogs(request: LogsRequest): Promise<Log[] | undefined> {
  const { ledger, from, parentHash, head, addresses, range } = request
  const near: Log[][] = []
  // Backwards: each block names the one before it.
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
  // The last block's hash stands for all blocks before it: if it is still the same, so are they.
  const again = await blockAt(ledger, block.number)
  return again.hash === block.hash ? [...far, ...near].flat() : undefined
}

/** A block that the ledger must have: one that does not is behind the one that was asked before, and catches up. */
export async function blockAt(ledger: Ledger, number: number): Promise<Block> {
  const block = await ledger.findBlock(number)
  if (block === undefined) throw new LedgerError(`The ledger does not have block ${number} yet.`)
  return block
}

/**
 * Ledgers differ in what they say of the logs of a block that they have not got: some that it is unknown, some that there
 * are none. So all of its logs are asked for: the block itself says whether it has any.
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
