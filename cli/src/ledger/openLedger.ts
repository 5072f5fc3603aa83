import { join } from 'node:path'
import type { Hash, Hex } from 'viem'
import { createBlockClock } from './blockClock.ts'
import { openGenesis } from './genesis.ts'
import type { BlockRecord, VerdictRecord } from './JournalRecord.ts'
import { createTransactionQueue } from './transactionQueue.ts'
import type { TransactionQueueOptions } from './transactionQueue.ts'
import { openJournal } from './journal.ts'
import { createMiner } from './miner.ts'
import type { Miner } from './miner.ts'
import { restoreChain } from './restoreChain.ts'
import type { RestoredChain } from './restoreChain.ts'
import { RpcError } from './rpc.ts'

export type Ledger = {
  /** Resolves once the transaction is on disk, and in a block unless blocks come by time. */
  publish(raw: unknown): Promise<Hash>
  /** Moves the ledger's clock ahead with a block; resolves with its total lead, in seconds. */
  moveTime(seconds: number): Promise<number>
  /** Mines a block every so many seconds, also an empty one; with 0 a block for each transaction. */
  setBlockTime(seconds: number): void
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
  /** Seconds between blocks; 0 for a block with each transaction. */
  readonly blockTime: number
  readonly onProgress: (sentence: string) => void
  /** Anvil has died with all connections to it; a new one is starting. */
  readonly onLost: () => void
  /** The ledger cannot continue; a restart of the process may. */
  readonly onFatal: (error: unknown) => void
}

/** The ledger in a locked directory: journal, checkpoints, and the anvil that runs them. */
export async function openLedger(options: LedgerOptions): Promise<Ledger> {
  const { directory, chainId, blockTime, onProgress, onLost, onFatal } = options
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

  async function mine(record: BlockRecord): Promise<VerdictRecord> {
    const offset = await journal.append(record).catch(refuseUnwritten)
    return miner.mine(record, offset)
  }

  const clock = createBlockClock(() => mine({ kind: 'time', seq: ++seq, timestamp: nextTime(), shift }))
  const publish = createTransactionQueue({
    chainId,
    gasLimit: genesis.gasLimit ?? Number.MAX_SAFE_INTEGER,
    ...readsOf(miner),
    mine({ from, nonce, raw }) {
      const kind = clock.isRunning() ? 'pooled' : 'transaction'
      return mine({ kind, seq: ++seq, timestamp: nextTime(), from, nonce, raw })
    },
  })
  clock.set(blockTime)

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
    setBlockTime: (seconds) => clock.set(seconds),
    read: (from, gone) => readWithRetry(miner, ({ anvil }) => from(anvil.port), gone),
    async stop() {
      await clock.stop()
      await miner.stop()
      await journal.close()
    },
  }
}

/** What the queue of transactions reads. */
const readsOf = (miner: Miner): Pick<TransactionQueueOptions, 'nonceOf' | 'isKnown'> => ({
  nonceOf: (account) =>
    readWithRetry(miner, async ({ rpc }) =>
      Number(await rpc<Hex>('eth_getTransactionCount', account, 'pending')),
    ),
  isKnown: (hash) =>
    readWithRetry(miner, async ({ rpc }) => (await rpc('eth_getTransactionByHash', hash)) !== null),
})

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
