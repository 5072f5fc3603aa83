import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Hash, Hex } from 'viem'
import { createRpc, type Rpc } from './createRpc.ts'
import { findCheckpoint } from './findCheckpoint.ts'
import { type BlockRecord, encodeRecord, type GenesisRecord, type VerdictRecord } from './JournalRecord.ts'
import { mineRecord } from './mineRecord.ts'
import { type JournaledBlock, readJournal } from './readJournal.ts'
import { type Anvil, startAnvil } from './startAnvil.ts'

/** Where the chain stands: the last record that is in it, and its last block. */
export type Head = {
  readonly seq: number
  /** Where the journal goes on after that record. */
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
  /** The last record that the newest checkpoint contains; 0 where there is none. */
  readonly checkpointSeq: number
  /** What the journal has after the head: synced, but nobody knows that anvil ever made it. */
  readonly rest: JournaledBlock[]
  /** Where the journal's whole lines end. */
  readonly end: number
  readonly replayMs: number
  /** The first block that came out otherwise than the journal says; with the same anvil there is none. */
  readonly differsAt: number | undefined
}

export type RestoreOptions = {
  readonly directory: string
  readonly journalFile: string
  readonly genesis: GenesisRecord
  /** Replay up to this record; without it, up to the last one that is known to have been made. */
  readonly lastSeq?: number
  readonly onProgress?: (sentence: string) => void
}

/** Starts anvil with the newest whole checkpoint, and replays what the journal has after it. */
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
  const { chainId, timestamp } = genesis
  if (!state) return startAnvil({ directory, chainId, timestamp })
  const stateFile = join(directory, 'anvil-state.json')
  try {
    await pipeline(Readable.from([state]), createGunzip(), createWriteStream(stateFile))
    return await startAnvil({ directory, chainId, timestamp, stateFile })
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
  let toldAt = startedAt
  for (const [index, { record, offset, verdict: kept }] of blocks.entries()) {
    const verdict = kept?.kind === 'refused' ? kept : await mineRecord(rpc, record)
    if (verdict.kind === 'mined' && kept?.kind === 'mined' && verdict.hash !== kept.hash) {
      differsAt ??= verdict.block
    }
    head = advance(head, record, offset, verdict)
    if (performance.now() - toldAt > 1000) {
      toldAt = performance.now()
      onProgress(`Replaying the ledger's journal: ${index + 1} of ${blocks.length} transactions`)
    }
  }
  return { head, replayMs: performance.now() - startedAt, differsAt }
}

/** The head after one more record. */
export function advance(head: Head, record: BlockRecord, offset: number, verdict: VerdictRecord): Head {
  const next = { ...head, seq: record.seq, offset: offset + encodeRecord(record).length }
  if (verdict.kind === 'refused') return next
  const { timestamp } = record
  const shift = record.kind === 'time' ? record.shift : head.shift
  return { ...next, block: verdict.block, hash: verdict.hash, timestamp, shift }
}
