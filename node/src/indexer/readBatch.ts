import type { Address, Bytes32 } from '@connex/protocol'
import { gatherEvents } from './gatherEvents.ts'
import type { Contracts, Gathered } from './gatherEvents.ts'
import { TOPICS } from './handledEvents.ts'
import type { LedgerContractsTable } from '../storage/ledgerTables.ts'
import type { Block, Ledger, Log } from './Ledger.ts'
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
  /** The ledger's head where it is the batch's only block, so that it need not be asked for again. */
  head: Block
  to: number
}

/**
 * Reads the blocks after `previous` up to `to`. Undefined where the chain has changed meanwhile: what was read may be
 * of two chains, so none of it counts.
 */
export async function readBatch(request: BatchRequest): Promise<Batch | undefined> {
  const { ledger, previous, head, to } = request
  const from = previous.number + 1
  const first = head.number === from ? head : await ledger.findBlock(from)
  if (first?.parentHash !== previous.hash) return undefined
  // Asked for by its hash, a block that a ledger has not got is an error; asked for by numbers, it would be without logs.
  if (to === from)
    return toBatch(request, first, await ledger.logs({ topics: TOPICS, blockHash: first.hash }))
  const last = await ledger.findBlock(to)
  if (last === undefined) return undefined
  const logs = await ledger.logs({ topics: TOPICS, from, to })
  // The last block's hash stands for all blocks before it: if it is still the same, so are they.
  const again = await ledger.findBlock(to)
  if (again?.hash !== last.hash) return undefined
  return toBatch(request, last, logs)
}

async function toBatch(request: BatchRequest, last: Block, raw: Log[]): Promise<Batch> {
  const { ledger, contracts, previous, startBlock } = request
  const logs = await withTimes(ledger, raw)
  const histories = new Map<Address, Log[]>()
  let gathering = gatherEvents(logs, contracts, histories)
  while (gathering.missing.length > 0 && previous.number >= startBlock) {
    await addHistories(ledger, gathering.missing, startBlock, previous.number, histories)
    gathering = gatherEvents(logs, contracts, histories)
  }
  const { events, discovered } = gathering
  return { previous, last, blocks: blocksOf(events, logs, last), events, discovered, numLogs: logs.length }
}

async function addHistories(
  ledger: Ledger,
  addresses: readonly Address[],
  from: number,
  to: number,
  histories: Map<Address, Log[]>,
): Promise<void> {
  for (const address of addresses) histories.set(address, [])
  const logs = await withTimes(ledger, await ledger.logs({ topics: TOPICS, addresses, from, to }))
  for (const log of logs) histories.get(log.address)?.push(log)
}

/** Some ledgers tell a log's time with it; of others its block is asked for. */
async function withTimes(ledger: Ledger, logs: Log[]): Promise<Log[]> {
  const untimed = new Set(logs.filter((log) => log.at === undefined).map((log) => log.block))
  if (untimed.size === 0) return logs
  const times = new Map<number, number | undefined>()
  for (const number of untimed) times.set(number, (await ledger.findBlock(number))?.at)
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
