// A ledger of any length that is stored nowhere: every block and its logs follow from its number.
import { createHash } from 'node:crypto'
import { keccak256 } from 'viem'
import { ACTS } from './recordings.ts'
import type { ActName, Recordings } from './recordings.ts'
import { ISSUED } from './parties.ts'
import { createSchedule } from './schedule.ts'
import type { ChainSize, ScheduledAct } from './schedule.ts'
import { createTemplate, renderBlock } from './templates.ts'
import type { RenderedLog, Template } from './templates.ts'

/** A log in its place, as JSON, and what it is filtered by. */
export type ChainLog = Pick<RenderedLog, 'address' | 'topics'> & { json: string }

export type Chain = {
  /** The first block of all is 0. */
  block: (number: number) => Record<string, unknown>
  /** Undefined for a hash of none of its blocks. */
  numberOf: (hash: string) => number | undefined
  logsBetween: (from: number, to: number) => Generator<ChainLog>
}

/** A second a block. */
const GENESIS_TIME = 1_750_000_000
/** Neighbouring questions are about the same stretches. */
const STRETCHES_AT_HAND = 4

type Transaction = RenderedLog[]
type Blocks = Map<number, Transaction[]>

/** `createChain(recordings, { seed: 1, blocks: 10_000_000, … }).block(9_999_999)` */
export function createChain(recordings: Recordings, size: ChainSize): Chain {
  const schedule = createSchedule(recordings, size)
  const templates = templatesOf(recordings)
  const real: Blocks = new Map(recordings.real.map(({ number, logs }) => [number, [logs.map(asItIs)]]))
  const late = blocksOf(schedule.late(), templates)
  const atHand = new Map<number, Blocks>()

  function blocksOfStretch(index: number): Blocks {
    const found = atHand.get(index)
    if (found !== undefined) return found
    const blocks = blocksOf(schedule.stretch(index), templates)
    const [oldest] = atHand.keys()
    if (atHand.size >= STRETCHES_AT_HAND && oldest !== undefined) atHand.delete(oldest)
    atHand.set(index, blocks)
    return blocks
  }

  /** The stretch with this block, or what is before and behind all stretches. */
  function blocksAt(number: number): Blocks {
    const index = schedule.stretchOf(number)
    if (index !== undefined) return blocksOfStretch(index)
    return number > size.blocks ? late : real
  }

  const hashOf = (number: number) =>
    `0x${number.toString(16).padStart(12, '0')}${hash(size.seed, 'block', number).slice(12)}`
  const logsAt = (number: number): ChainLog[] => {
    const transactions = blocksAt(number).get(number)
    return transactions === undefined ? [] : placed(transactions, number, hashOf(number))
  }

  return {
    block: (number) => ({
      ...EMPTY,
      number: hex(number),
      hash: hashOf(number),
      parentHash: number === 0 ? `0x${'0'.repeat(64)}` : hashOf(number - 1),
      timestamp: hex(GENESIS_TIME + number),
      logsBloom: bloomOf(logsAt(number)),
      transactions: (blocksAt(number).get(number) ?? []).map((_, index) => txHashOf(hashOf(number), index)),
    }),
    numberOf(blockHash) {
      const number = Number(blockHash.slice(0, 14))
      return hashOf(number) === blockHash ? number : undefined
    },
    *logsBetween(from, to) {
      for (let number = from; number <= to; number += 1) yield* logsAt(number)
    },
  }
}

function templatesOf({ acts, holdings }: Recordings): Record<ActName, Template> {
  const entries = ACTS.map((act) => {
    const before = holdings[act].map(
      ([account, { balance, earmarked }]) =>
        [account, { balance: BigInt(balance), earmarked: BigInt(earmarked) }] as const,
    )
    return [act, createTemplate(acts[act], new Map(before))] as const
  })
  return Object.fromEntries(entries) as Record<ActName, Template>
}

/** The transactions of a stretch by block. An act's next step is in the next block. */
function blocksOf(acts: readonly ScheduledAct[], templates: Record<ActName, Template>): Blocks {
  const holdings = new Map<string, { balance: bigint; earmarked: bigint }>()
  for (const { act, names } of acts)
    if (act === 'issue') holdings.set(accountOf(names), { balance: 0n, earmarked: 0n })
  const holdingOf = (account: string) => {
    const held = holdings.get(account) ?? { balance: ISSUED, earmarked: 0n }
    holdings.set(account, held)
    return held
  }
  const steps = acts
    .flatMap((act) => templates[act.act].map((logs, step) => ({ ...act, logs, block: act.block + step })))
    .toSorted((a, b) => a.block - b.block)
  const blocks: Blocks = new Map()
  for (const { block, logs, names, quantity } of steps) {
    const transactions = blocks.get(block) ?? []
    transactions.push(renderBlock(logs, names, quantity, holdingOf))
    blocks.set(block, transactions)
  }
  return blocks
}

const accountOf = ({ registry, tenant, account }: Readonly<Record<string, string>>): string =>
  [registry, tenant, account].join()

function asItIs({ address, topics, data }: { address: string; topics: readonly string[]; data: string }) {
  return { address, topics, json: JSON.stringify({ address, topics, data }).slice(1, -1) }
}

function placed(transactions: readonly Transaction[], number: number, blockHash: string): ChainLog[] {
  let logIndex = -1
  const time = hex(GENESIS_TIME + number)
  return transactions.flatMap((logs, index) => {
    const place = `"blockNumber":"${hex(number)}","blockHash":"${blockHash}","blockTimestamp":"${time}","transactionHash":"${txHashOf(blockHash, index)}","transactionIndex":"${hex(index)}","removed":false`
    return logs.map(({ address, topics, json }) => {
      logIndex += 1
      return { address, topics, json: `{${json},${place},"logIndex":"${hex(logIndex)}"}` }
    })
  })
}

const txHashOf = (blockHash: string, index: number): string => `0x${hash('transaction', blockHash, index)}`

const hash = (...parts: (string | number)[]): string =>
  createHash('sha256').update(parts.join(':')).digest('hex')

const hex = (number: number): string => `0x${number.toString(16)}`

const ZERO = `0x${'0'.repeat(64)}`
const EMPTY = {
  nonce: '0x0000000000000000',
  sha3Uncles: ZERO,
  transactionsRoot: ZERO,
  stateRoot: ZERO,
  receiptsRoot: ZERO,
  miner: `0x${'0'.repeat(40)}`,
  difficulty: '0x0',
  extraData: '0x',
  size: '0x0',
  gasLimit: '0x3938700',
  gasUsed: '0x0',
  baseFeePerGas: '0x0',
  uncles: [],
}

/** As the yellow paper has it: three bits of 2,048 for every address and topic. */
function bloomOf(logs: readonly ChainLog[]): string {
  const bloom = new Uint8Array(256)
  for (const value of new Set(logs.flatMap(({ address, topics }) => [address, ...topics]))) {
    const digest = Buffer.from(keccak256(value as `0x${string}`).slice(2), 'hex')
    for (const offset of [0, 2, 4]) {
      const bit = digest.readUInt16BE(offset) % 2048
      const byte = 255 - Math.floor(bit / 8)
      bloom[byte] = (bloom[byte] ?? 0) | (1 << (bit % 8))
    }
  }
  return `0x${Buffer.from(bloom).toString('hex')}`
}
