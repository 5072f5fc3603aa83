import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Hash, Hex } from 'viem'
import { CliError } from '../CliError.ts'
import { decodeRecord, encodeRecord } from './JournalRecord.ts'
import type { GenesisRecord, TimeRecord, TransactionRecord, VerdictRecord } from './JournalRecord.ts'
import { createTransactionQueue } from './transactionQueue.ts'
import { openJournal } from './journal.ts'
import { createMiner } from './miner.ts'
import type { Miner } from './miner.ts'
import { restoreChain } from './restoreChain.ts'
import type { RestoredChain } from './restoreChain.ts'
import { RpcError } from './rpc.ts'

export type Ledger = {
  /** Resolves once the transaction is on disk and in a block. */
  publish(raw: unknown): Promise<Hash>
  /** Moves the ledger's clock ahead with an empty block; resolves with its total lead, in seconds. */
  moveTime(seconds: number): Promise<number>
  /**
   * Reads from anvil at its port, and from the next anvil if it dies meanwhile, until `gone` aborts: anvil ends no read
   * early, so an abandoned read that killed it would kill the next one too.
   */
  read<Result>(from: (port: number) => Promise<Result>, gone?: AbortSignal): Promise<Result>
  /** Writes a checkpoint and stops anvil. */
  stop(): Promise<void>
}

export type LedgerOptions = {
  readonly directory: string
  readonly chainId: number
  readonly onProgress: (sentence: string) => void
  /** Anvil has died with all connections to it; a new one is starting. */
  readonly onLost: () => void
  /** The ledger cannot continue; a restart of the process may. */
  readonly onFatal: (error: unknown) => void
}

/** The ledger in a locked directory: journal, checkpoints, and the anvil that runs them. */
export async function openLedger(options: LedgerOptions): Promise<Ledger> {
  const { directory, chainId, onProgress, onLost, onFatal } = options
  const journalFile = join(directory, 'journal')
  const genesis = await openGenesis(journalFile, chainId)
  const restore = (lastSeq?: number) =>
    restoreChain({ directory, journalFile, genesis, onProgress, ...(lastSeq !== undefined && { lastSeq }) })
  const first = await restore()
  reportDifference(first, onProgress)
  const journal = await openJournal(journalFile, first.end)
  const miner = createMiner({ directory, journal, first, restore, onLost, onFatal, onProgress })
  let { seq, timestamp, shift } = first.head
  for (const { record, offset } of first.rest) {
    await miner.mine(record, offset)
    ;({ seq, timestamp } = record)
    if (record.kind === 'time') shift = record.shift
  }

  /** Time never goes back; blocks within one second share it, since later times would run ahead of the wall clock. */
  function nextTime(): number {
    timestamp = Math.max(timestamp, Math.floor(Date.now() / 1000) + shift)
    return timestamp
  }

  async function mine(record: TransactionRecord | TimeRecord): Promise<VerdictRecord> {
    const offset = await journal.append(record).catch(refuseUnwritten)
    return miner.mine(record, offset)
  }

  const publish = createTransactionQueue({
    chainId,
    nonceOf: (account) =>
      readWithRetry(miner, async ({ rpc }) =>
        Number(await rpc<Hex>('eth_getTransactionCount', account, 'latest')),
      ),
    isKnown: (hash) =>
      readWithRetry(miner, async ({ rpc }) => (await rpc('eth_getTransactionByHash', hash)) !== null),
    mine: ({ from, nonce, raw }) =>
      mine({ kind: 'transaction', seq: ++seq, timestamp: nextTime(), from, nonce, raw }),
  })

  return {
    publish,
    async moveTime(seconds) {
      if (!Number.isSafeInteger(seconds) || seconds < 0) {
        throw new RpcError(-32602, 'time moves forward only, by whole seconds')
      }
      shift += seconds
      const moved = shift
      await mine({ kind: 'time', seq: ++seq, timestamp: nextTime(), shift })
      return moved
    },
    read: (from, gone) => readWithRetry(miner, ({ anvil }) => from(anvil.port), gone),
    async stop() {
      await miner.stop()
      await journal.close()
    },
  }
}

function reportDifference({ differsAt }: RestoredChain, onProgress: LedgerOptions['onProgress']): void {
  if (differsAt === undefined) return
  onProgress(`Block ${differsAt} and later ones differ from the journal: this is another version of anvil`)
}

/** Reads again from the next anvil if one dies meanwhile. */
async function readWithRetry<Result>(
  miner: Miner,
  from: (chain: RestoredChain) => Promise<Result>,
  gone?: AbortSignal,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const chain = await miner.chain()
    gone?.throwIfAborted()
    try {
      return await from(chain)
    } catch (error) {
      if (error instanceof RpcError || attempt === 5) throw error
      gone?.throwIfAborted()
      await Promise.race([chain.anvil.exited, new Promise((resolve) => setTimeout(resolve, 500))])
    }
  }
}

function refuseUnwritten(error: unknown): never {
  const isFull = (error as NodeJS.ErrnoException).code === 'ENOSPC'
  const why = isFull ? 'the disk is full' : `the journal cannot be written (${(error as Error).message})`
  throw new RpcError(-32000, `${why}: the transaction was not published`)
}

/**
 * The journal's first line. Creates the journal if it is missing.
 *
 * @throws CliError `journalForeign` for another chain id
 */
async function openGenesis(file: string, chainId: number): Promise<GenesisRecord> {
  const line = (await readFirstLine(file)) ?? (await createJournal(file, chainId))
  const genesis = decodeRecord(line)
  if (genesis?.kind !== 'genesis') throw CliError.of('journalDamaged', file, 'its first line is not whole')
  if (genesis.chainId !== chainId) {
    throw CliError.of('journalForeign', file, String(genesis.chainId), String(chainId))
  }
  return genesis
}

async function readFirstLine(file: string): Promise<string | undefined> {
  try {
    const handle = await open(file, 'r')
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(1000), 0, 1000, 0)
      return buffer.toString('latin1', 0, bytesRead).split('\n', 1)[0]
    } finally {
      await handle.close()
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function createJournal(file: string, chainId: number): Promise<string> {
  const line = encodeRecord({
    kind: 'genesis',
    version: 1,
    chainId,
    timestamp: Math.floor(Date.now() / 1000),
  })
  const temporary = `${file}.new`
  const handle = await open(temporary, 'w')
  try {
    await handle.writeFile(line)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(temporary, file)
  return line.trimEnd()
}
