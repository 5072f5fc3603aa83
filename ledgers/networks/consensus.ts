// The consensus of a test network: block after block, by one node after the other. It can keep a node out, so that two chains
// grow and one of them takes back the other's blocks.
import { setTimeout as sleep } from 'node:timers/promises'
import { openEngines } from './engines.ts'
import type { Engines, Hash, Head } from './engines.ts'

export type Consensus = {
  head: () => Head
  /** No blocks come until `resume`. */
  pause: () => Promise<void>
  resume: () => void
  /** The node gets no more blocks. */
  cutOff: (node: number) => void
  /** The node gets the blocks that it has missed. */
  join: (node: number) => Promise<void>
  /** The node makes as many blocks of its own as it has missed, and one more: all others follow it. */
  overtake: (node: number) => Promise<void>
  /** The blocks' clock goes forward. */
  skip: (seconds: number) => void
  stop: () => Promise<void>
}

export type ConsensusOptions = {
  /** Of the Engine APIs. */
  urls: readonly string[]
  /** 32 bytes, which the clients know. */
  secret: Uint8Array
  genesis: Hash
  blockMs: number
}

/** `const consensus = startConsensus({ urls, secret, genesis, blockMs: 1000 })` */
export function startConsensus({ urls, secret, genesis, blockMs }: ConsensusOptions): Consensus {
  const engines = openEngines(urls, secret)
  let chain: Head[] = [{ number: 0, hash: genesis, timestamp: 0 }]
  /** The nodes that are out, with the length of the chain when they left. */
  const absent = new Map<number, number>()
  let isPaused = false
  const stopped = new AbortController()
  let turn = Promise.resolve()
  let leader = 0
  let skippedS = 0

  const now = (): number => Math.floor(Date.now() / 1000) + skippedS
  const members = (): number[] => urls.map((_, node) => node).filter((node) => !absent.has(node))
  /** A node that is down gets its blocks when it joins. */
  const giveAll = (from: number) =>
    Promise.all(members().map((node) => engines.give(node, chain, from).catch(() => undefined)))
  const inTurn = (work: () => Promise<void>): Promise<void> => (turn = turn.then(work, work))

  async function step(): Promise<void> {
    const able = members()
    leader = able[(able.indexOf(leader) + 1) % able.length] ?? 0
    const next = await engines.make(leader, chain, now()).catch(() => undefined)
    if (next === undefined) return
    chain = [...chain, next]
    await giveAll(chain.length - 1)
  }

  const running = repeat(blockMs, stopped.signal, async () => (isPaused ? undefined : inTurn(step)))

  return {
    head: () => chain.at(-1) ?? { number: 0, hash: genesis, timestamp: 0 },
    pause() {
      isPaused = true
      return inTurn(async () => undefined)
    },
    resume() {
      isPaused = false
    },
    cutOff: (node) => void absent.set(node, chain.length),
    join: (node) =>
      inTurn(async () => {
        // A client that was killed may have lost all that it had not written.
        await engines.give(node, chain, 1)
        absent.delete(node)
      }),
    overtake: (node) =>
      inTurn(async () => {
        const from = absent.get(node) ?? chain.length
        chain = await makeLonger({ engines, node, now }, chain, from)
        absent.delete(node)
        await giveAll(from)
      }),
    skip: (seconds) => void (skippedS += seconds),
    async stop() {
      stopped.abort()
      await running
    },
  }
}

async function repeat(ms: number, stopped: AbortSignal, work: () => Promise<void>): Promise<void> {
  for (;;) {
    await sleep(ms)
    if (stopped.aborted) return
    await work()
  }
}

/** Another chain from this index on, made by one node alone and longer than this one. */
async function makeLonger(
  { engines, node, now }: { engines: Engines; node: number; now: () => number },
  chain: readonly Head[],
  from: number,
): Promise<Head[]> {
  let own = chain.slice(0, from)
  while (own.length <= chain.length) {
    own = [...own, await engines.make(node, own, now())]
    await engines.give(node, own, own.length - 1)
  }
  return own
}
