import { RpcError } from './rpc.ts'

/** Mines a block at every tick. */
export function createBlockClock(mine: () => Promise<unknown>) {
  let timer: NodeJS.Timeout | undefined
  let mining: Promise<unknown> = Promise.resolve()
  let isMining = false

  function tick(): void {
    // A slow machine leaves ticks out instead of queueing blocks.
    if (isMining) return
    isMining = true
    // The miner reports a failure.
    mining = mine()
      .catch(() => {})
      .finally(() => (isMining = false))
  }

  return {
    isRunning: (): boolean => timer !== undefined,
    set(seconds: number): void {
      if (!Number.isFinite(seconds) || seconds < 0)
        throw new RpcError(-32602, 'the time between blocks is a number of seconds')
      const wasRunning = timer !== undefined
      clearInterval(timer)
      timer = seconds === 0 ? undefined : setInterval(tick, seconds * 1000)
      // What waits goes into a last block.
      if (wasRunning && timer === undefined) tick()
    },
    /** What waits goes into a last block. */
    async stop(): Promise<void> {
      await mining
      if (timer !== undefined) tick()
      clearInterval(timer)
      timer = undefined
      await mining
    },
  }
}
