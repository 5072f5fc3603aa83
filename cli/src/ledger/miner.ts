import type { Hex } from 'viem'
import type { Journal } from './journal.ts'
import type { BlockRecord, VerdictRecord } from './JournalRecord.ts'
import { advance, mineRecord } from './restoreChain.ts'
import type { Head, RestoredChain } from './restoreChain.ts'
import { writeCheckpoint } from './checkpoint.ts'
import type { Rpc } from './rpc.ts'

export type Miner = {
  /** Mines the block of a journaled record, in the order of the calls. */
  mine(record: BlockRecord, offset: number): Promise<VerdictRecord>
  /** The running chain; during a restart of anvil, the next one. */
  chain(): Promise<RestoredChain>
  /** Mines what is queued, writes a checkpoint, stops anvil. */
  stop(): Promise<void>
}

export type MinerOptions = {
  readonly directory: string
  readonly journal: Journal
  readonly first: RestoredChain
  /** Restarts anvil with all records up to this number. */
  readonly restore: (lastSeq: number) => Promise<RestoredChain>
  readonly onLost: () => void
  readonly onFatal: (error: unknown) => void
  readonly onProgress: (sentence: string) => void
}

type Job = {
  readonly record: BlockRecord
  readonly offset: number
  readonly resolve: (verdict: VerdictRecord) => void
  readonly fail: (error: unknown) => void
}

/** A checkpoint is due when a replay would take longer than this, and than ten times the last dump. */
const replayBudgetMs = 2000

export function createMiner(options: MinerOptions): Miner {
  const { directory, journal, first, onLost, onFatal, onProgress } = options
  const queue: Job[] = []
  let { head } = first
  let running: Promise<void> = Promise.resolve()
  let isRunning = false
  const restore = async (): Promise<RestoredChain> => {
    const restored = await options.restore(head.seq)
    checkpoints.replayed(restored.replayMs)
    return restored
  }
  const engine = superviseEngine({ first, restore, onLost, onFatal, onProgress })
  const checkpoints = createCheckpoints({ directory, first, chain: engine.chain, onProgress })

  async function run(): Promise<void> {
    isRunning = true
    for (let job = queue[0]; job; job = queue[0]) {
      try {
        await mineNext(job)
      } catch (error) {
        // The journal has the record, so it must not be skipped: a new start tries it again.
        for (const { fail } of queue.splice(0)) fail(error)
        onFatal(error)
        return
      }
      if (checkpoints.isDue()) await checkpoints.write(head)
    }
    isRunning = false
  }

  async function mineNext({ record, offset, resolve }: Job): Promise<void> {
    const verdict = await checkpoints.timed(() => mineWithRetry(engine.chain, record))
    head = advance(head, record, offset, verdict)
    queue.shift()
    journal.note(verdict)
    resolve(verdict)
  }

  return {
    chain: engine.chain,
    mine(record, offset) {
      return new Promise((resolve, fail) => {
        queue.push({ record, offset, resolve, fail })
        if (!isRunning) running = run()
      })
    },
    async stop() {
      await running
      await engine.stop(() => checkpoints.writeLast(head))
    },
  }
}

type Engine = {
  readonly chain: () => Promise<RestoredChain>
  /** Lets anvil end after the last use. */
  stop(lastUse: () => Promise<void>): Promise<void>
}

/** Restarts anvil whenever it ends before it is stopped. */
function superviseEngine({
  first,
  restore,
  onLost,
  onFatal,
  onProgress,
}: Pick<MinerOptions, 'first' | 'onLost' | 'onFatal' | 'onProgress'> & {
  restore: () => Promise<RestoredChain>
}): Engine {
  let chain = Promise.resolve(first)
  let isStopping = false
  void watch(first)

  async function watch({ anvil }: RestoredChain): Promise<void> {
    await anvil.exited
    if (isStopping) return
    onLost()
    onProgress("The ledger's engine (anvil) has stopped; restarting it")
    chain = restart()
    chain.catch(onFatal)
  }

  async function restart(): Promise<RestoredChain> {
    for (let attempt = 1; ; attempt++) {
      try {
        const restored = await restore()
        void watch(restored)
        return restored
      } catch (error) {
        if (attempt === 5) throw error
        await new Promise((resolve) => setTimeout(resolve, 200 * 2 ** attempt))
      }
    }
  }

  return {
    chain: () => chain,
    async stop(lastUse) {
      isStopping = true
      await lastUse()
      await (await chain).anvil.kill()
    },
  }
}

/** Anvil may be killed meanwhile, even repeatedly. A record that kills it every time is refused, so that the ledger continues. */
async function mineWithRetry(chain: Engine['chain'], record: BlockRecord): Promise<VerdictRecord> {
  for (let attempt = 1; ; attempt++) {
    const { anvil, rpc } = await chain()
    try {
      return await mineRecord(rpc, record)
    } catch {
      // How far anvil came is unknown: restart from the last known state.
      await anvil.kill()
      if (attempt === 5)
        return { kind: 'refused', seq: record.seq, reason: 'the ledger’s engine failed on it' }
    }
  }
}

type CheckpointOptions = Pick<MinerOptions, 'directory' | 'first' | 'onProgress'> & { chain: Engine['chain'] }

async function hasWaiting(rpc: Rpc): Promise<boolean> {
  const { pending, queued } = await rpc<{ pending: Hex; queued: Hex }>('txpool_status')
  return Number(pending) + Number(queued) > 0
}

/** Weighs the time of a replay against the time of a dump. */
function createCheckpoints({ directory, first, chain, onProgress }: CheckpointOptions) {
  let { checkpointSeq, replayMs: unsavedMs } = first
  let dumpMs = 0

  async function write(head: Head): Promise<void> {
    try {
      const { rpc } = await chain()
      // A dump does not contain what waits for the next block.
      if (await hasWaiting(rpc)) return
      const startedAt = performance.now()
      const dump = await rpc<string>('anvil_dumpState')
      dumpMs = performance.now() - startedAt
      await writeCheckpoint(directory, head, Buffer.from(dump.slice(2), 'hex'))
      checkpointSeq = head.seq
    } catch (error) {
      // Nothing is lost: the journal has everything, only the next start takes longer.
      onProgress(`The ledger's checkpoint could not be written: ${(error as Error).message}`)
    }
    unsavedMs = 0
  }

  return {
    write,
    /** Counts the time of a block, which a replay would take again. */
    async timed<Result>(mine: () => Promise<Result>): Promise<Result> {
      const startedAt = performance.now()
      const result = await mine()
      unsavedMs += performance.now() - startedAt
      return result
    },
    replayed(milliseconds: number): void {
      unsavedMs = milliseconds
    },
    isDue: (): boolean => unsavedMs > Math.max(replayBudgetMs, 10 * dumpMs),
    async writeLast(head: Head): Promise<void> {
      if (head.seq > checkpointSeq) await write(head)
    },
  }
}
