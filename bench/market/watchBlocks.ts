import { setTimeout as sleep } from 'node:timers/promises'
import type { TestLedger } from '../../testkit/src/ledger/testLedger.ts'

const POLL_MS = 50

export type BlockWatch = {
  /** Settles once the transaction is in a block. Ask before it is sent, or soon after. */
  mined: (txHash: string) => Promise<void>
  stop: () => void
}

/** Reads each new block once, for all who wait for a transaction. */
export async function watchBlocks({ rpc }: TestLedger): Promise<BlockWatch> {
  const waiting = new Map<string, () => void>()
  const seen = new Set<string>()
  const stopping = new AbortController()
  let next = Number(await rpc('eth_blockNumber')) + 1

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      const block = (await rpc('eth_getBlockByNumber', `0x${next.toString(16)}`, false)) as Block | null
      if (block === null) {
        await sleep(POLL_MS)
        continue
      }
      next += 1
      for (const hash of block.transactions) {
        seen.add(hash)
        waiting.get(hash)?.()
      }
    }
  }
  watch().catch((error: unknown) => console.error(error))
  return {
    mined: (txHash) =>
      seen.has(txHash) ? Promise.resolve() : new Promise((done) => waiting.set(txHash, done)),
    stop: () => stopping.abort(),
  }
}

type Block = { transactions: string[] }
