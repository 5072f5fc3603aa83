import { join } from 'node:path'
import type { Hash, Hex } from 'viem'
import { createAdmission } from './createAdmission.ts'
import { createMiner } from './createMiner.ts'
import { RpcError } from './createRpc.ts'
import type { TransactionRecord, TimeRecord, VerdictRecord } from './JournalRecord.ts'
import { openGenesis } from './openGenesis.ts'
import { openJournal } from './openJournal.ts'
import { restoreChain, type RestoredChain } from './restoreChain.ts'

export type Ledger = {
  /** Resolves once the transaction is on the disk and in a block. */
  publish(raw: unknown): Promise<Hash>
  /** Puts the ledger's clock ahead, by an empty block; resolves with how far it is ahead in all, in seconds. */
  moveTime(seconds: number): Promise<number>
  /**
   * Reads from anvil at its port, and again from the next one where it is killed meanwhile, as long as `gone` says that
   * somebody waits: anvil ends no read early, so what it died of would take the next one too.
   */
  read<Result>(from: (port: number) => Promise<Result>, gone?: AbortSignal): Promise<Result>
  /** Writes a checkpoint and stops anvil. */
  stop(): Promise<void>
}

export type LedgerOptions = {
  readonly directory: string
  readonly chainId: number
  readonly onProgress: (sentence: string) => void
  /** Anvil has gone, and with it every connection to it; a new one is being started. */
  readonly onLost: () => void
  /** The ledger cannot go on; a new start of the process may. */
  readonly onFatal: (error: unknown) => void
}

/** The ledger in a directory that is ours alone: its journal, its checkpoints, and the anvil that runs them. */
export async function openLedger(options: LedgerOptions): Promise<Ledger> {
  const { directory, chainId, onProgress, onLost, onFatal } = options
  const journalFile = join(directory, 'journal')
  const genesis = await openGenesis(journalFile, chainId)
  const restore = (lastSeq?: number) =>
    restoreChain({ directory, journalFile, genesis, onProgress, ...(lastSeq !== undefined && { lastSeq }) })
  const first = await restore()
  if (first.differsAt !== undefined) {
    onProgress(`Block ${first.differsAt} and later came out otherwise than before: this anvil is another one`)
  }
  const journal = await openJournal(journalFile, first.end)
  const miner = createMiner({ directory, journal, first, restore, onLost, onFatal, onProgress })
  let { seq, timestamp, shift } = first.head
  for (const { record, offset } of first.rest) {
    await miner.mine(record, offset)
    ;({ seq, timestamp } = record)
    if (record.kind === 'time') shift = record.shift
  }

  /** Blocks never go back in time, and two within one second share it: more would run ahead of the wall clock. */
  function nextTime(): number {
    timestamp = Math.max(timestamp, Math.floor(Date.now() / 1000) + shift)
    return timestamp
  }

  async function mine(record: TransactionRecord | TimeRecord): Promise<VerdictRecord> {
    const offset = await journal.append(record).catch(refuseUnwritten)
    return miner.mine(record, offset)
  }

  const publish = createAdmission({
    chainId,
    nonceOf: (account) =>
      read(async ({ rpc }) => Number(await rpc<Hex>('eth_getTransactionCount', account, 'latest'))),
    isKnown: (hash) => read(async ({ rpc }) => (await rpc('eth_getTransactionByHash', hash)) !== null),
    mine: ({ from, nonce, raw }) =>
      mine({ kind: 'transaction', seq: ++seq, timestamp: nextTime(), from, nonce, raw }),
  })

  async function read<Result>(
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
    read: (from, gone) => read(({ anvil }) => from(anvil.port), gone),
    async stop() {
      await miner.stop()
      await journal.close()
    },
  }
}

function refuseUnwritten(error: unknown): never {
  const isFull = (error as NodeJS.ErrnoException).code === 'ENOSPC'
  const why = isFull ? 'the disk is full' : `the journal cannot be written (${(error as Error).message})`
  throw new RpcError(-32000, `${why}: the transaction was not published`)
}
