import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Hash, Hex } from 'viem'
import { encodeRecord } from './JournalRecord.ts'
import type {
  BlockRecord,
  GenesisRecord,
  PooledRecord,
  TimeRecord,
  TransactionRecord,
  VerdictRecord,
} from './JournalRecord.ts'
import { startAnvil } from './anvil.ts'
import type { Anvil } from './anvil.ts'
import { findCheckpoint } from './checkpoint.ts'
import { readJournal } from './journal.ts'
import type { JournaledBlock } from './journal.ts'
import { createRpc, RpcError } from './rpc.ts'
import type { Rpc } from './rpc.ts'

/** The chain's last record and last block. */
export type Head = {
  readonly seq: number
  /** The journal's offset after that record. */
  readonly offset: number
  readonly block: number
  readonly hash: Hash
  readonly timestamp: number
  readonly shift: number
}

export type RestoredChain = {
  readonly anvil: Anvil
  readonly rpc: Rpc
  readonly head: Head
  /** The last record in the newest checkpoint; 0 without one. */
  readonly checkpointSeq: number
  /** The journal's blocks after the head: synced, but perhaps never mined. */
  readonly rest: JournaledBlock[]
  /** The end of the journal's complete lines. */
  readonly end: number
  readonly replayMs: number
  /** The first block that differs from the journal; never with the same anvil. */
  readonly differsAt: number | undefined
}

export type RestoreOptions = {
  readonly directory: string
  readonly journalFile: string
  readonly genesis: GenesisRecord
  /** Replay up to this record; by default up to the last one that was mined. */
  readonly lastSeq?: number
  readonly onProgress?: (sentence: string) => void
}

/** Starts anvil with the newest complete checkpoint, and replays the journal after it. */
export async function restoreChain(options: RestoreOptions): Promise<RestoredChain> {
  const { directory, journalFile, genesis } = options
  const found = await findCheckpoint(directory)
  const { blocks, end } = await readJournal(journalFile, found?.checkpoint.offset ?? 0)
  const anvil = await startWith(options, found?.state)
  try {
    const rpc = createRpc(anvil.port)
    const start = found?.checkpoint ?? (await headOfGenesis(rpc, genesis))
    const lastSeq = options.lastSeq ?? blocks.findLast(({ verdict }) => verdict)?.record.seq ?? start.seq
    const later = blocks.filter(({ record }) => record.seq > start.seq)
    const due = later.filter(({ record }) => record.seq <= lastSeq)
    const replayed = await replay(rpc, start, due, options.onProgress)
    const rest = later.slice(due.length)
    return { anvil, rpc, end, rest, checkpointSeq: found?.checkpoint.seq ?? 0, ...replayed }
  } catch (error) {
    await anvil.kill()
    throw error
  }
}

async function startWith({ directory, genesis }: RestoreOptions, state?: Buffer): Promise<Anvil> {
  const { chainId, timestamp, baseFee = 0, gasLimit = 1_000_000_000 } = genesis
  const options = { directory, chainId, timestamp, baseFee, gasLimit }
  if (!state) return startAnvil(options)
  const stateFile = join(directory, 'anvil-state.json')
  try {
    await pipeline(Readable.from([state]), createGunzip(), createWriteStream(stateFile))
    return await startAnvil({ ...options, stateFile })
  } finally {
    await rm(stateFile, { force: true })
  }
}

async function headOfGenesis(rpc: Rpc, genesis: GenesisRecord): Promise<Head> {
  const { hash } = await rpc<{ hash: Hex }>('eth_getBlockByNumber', '0x0', false)
  const offset = encodeRecord(genesis).length
  return { seq: 0, offset, block: 0, hash, timestamp: genesis.timestamp, shift: 0 }
}

async function replay(
  rpc: Rpc,
  start: Head,
  blocks: JournaledBlock[],
  onProgress: (sentence: string) => void = () => {},
): Promise<Pick<RestoredChain, 'head' | 'replayMs' | 'differsAt'>> {
  const startedAt = performance.now()
  let head = start
  let differsAt: number | undefined
  let reportedAt = startedAt
  for (const [index, { record, offset, verdict: journaled }] of blocks.entries()) {
    const verdict = journaled?.kind === 'refused' ? journaled : await mineRecord(rpc, record)
    if (verdict.kind === 'mined' && journaled?.kind === 'mined' && verdict.hash !== journaled.hash) {
      differsAt ??= verdict.block
    }
    head = advance(head, record, offset, verdict)
    if (performance.now() - reportedAt > 1000) {
      reportedAt = performance.now()
      onProgress(`Replaying the ledger's journal: ${index + 1} of ${blocks.length} transactions`)
    }
  }
  return { head, replayMs: performance.now() - startedAt, differsAt }
}

/** The head after one more record. */
export function advance(head: Head, record: BlockRecord, offset: number, verdict: VerdictRecord): Head {
  const next = { ...head, seq: record.seq, offset: offset + encodeRecord(record).length }
  if (verdict.kind !== 'mined') return next
  const { timestamp } = record
  const shift = record.kind === 'time' ? record.shift : head.shift
  return { ...next, block: verdict.block, hash: verdict.hash, timestamp, shift }
}

type MinedBlock = { number: Hex; hash: Hash; transactions: { hash: Hash }[] }

/**
 * Mines the block of a record. The same record on the same chain gives the same verdict and block hash, so live mining
 * and replay share this function.
 */
export async function mineRecord(rpc: Rpc, record: BlockRecord): Promise<VerdictRecord> {
  const { seq } = record
  if (record.kind === 'time') return { kind: 'mined', seq, ...(await mineBlock(rpc, record)).made }
  const refusal = await findNonceRefusal(rpc, record)
  if (refusal !== undefined) return { kind: 'refused', seq, reason: refusal }
  const sent = await send(rpc, record)
  if ('reason' in sent) return { kind: 'refused', seq, reason: sent.reason }
  if (record.kind === 'pooled') return { kind: 'waiting', seq }
  const { made, transactions } = await mineBlock(rpc, record)
  if (transactions.includes(sent.hash)) return { kind: 'mined', seq, ...made }
  await rpc('anvil_dropTransaction', sent.hash)
  return { kind: 'mined', seq, ...made, refused: 'the transaction cannot be executed' }
}

type Sent = TransactionRecord | PooledRecord

/** Anvil would queue a transaction with a later nonce; here it is mined, next in the pool, or refused. */
async function findNonceRefusal(rpc: Rpc, { kind, from, nonce }: Sent): Promise<string | undefined> {
  const next = Number(
    await rpc<Hex>('eth_getTransactionCount', from, kind === 'pooled' ? 'pending' : 'latest'),
  )
  if (nonce === next) return undefined
  return `nonce too ${nonce < next ? 'low' : 'high'}: next nonce ${next}, tx nonce ${nonce}`
}

async function send(rpc: Rpc, { raw }: Sent): Promise<{ hash: Hash } | { reason: string }> {
  try {
    return { hash: await rpc<Hash>('eth_sendRawTransaction', raw) }
  } catch (error) {
    if (error instanceof RpcError) return { reason: error.message }
    throw error
  }
}

type MineResult = { made: { block: number; hash: Hash }; transactions: Hash[] }

async function mineBlock(rpc: Rpc, { timestamp }: TransactionRecord | TimeRecord): Promise<MineResult> {
  const [mined] = await rpc<MinedBlock[]>('evm_mine_detailed', { timestamp })
  if (!mined) throw new Error('anvil mined no block')
  const { number, hash, transactions } = mined
  return { made: { block: Number(number), hash }, transactions: transactions.map(({ hash }) => hash) }
}
