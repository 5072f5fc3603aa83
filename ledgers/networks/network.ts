// A ledger as the promises need it: one node or several, whose blocks can be held up, and what else it can do.

export type Hex = `0x${string}`

/** What this ledger cannot do, and why. */
export type Cannot = { reason: string }

export type Network = {
  chainId: number
  /** Of the nodes' JSON-RPC; the server uses the first two. Blocks come from any. */
  urls: readonly string[]
  wsUrls: readonly string[]
  /** A method of the first node, whether the server can reach it or not. */
  rpc: (method: string, ...params: unknown[]) => Promise<unknown>
  /** What the client calls itself. */
  version: () => Promise<string>
  /** What transactions offer, in wei. */
  gasPrice: bigint
  /** The server's setting: how its blocks become final. */
  confirmations: string
  /** The platform is there: from now on blocks come as slowly as they are meant to. */
  begin?: () => Promise<void>
  /** No blocks come until `resume`; transactions wait in the pool. */
  pause: () => Promise<void>
  resume: () => Promise<void>
  /** Until there are so many more blocks. */
  advance: (numBlocks: number) => Promise<void>
  /** The nodes forget all that waits for a block; these transactions among it. The ledger is paused. */
  losePool: (hashes: readonly string[]) => Promise<void>
  /** The server's first node does not answer; blocks go on. */
  stopFirst: () => Promise<void>
  startFirst: () => Promise<void>
  /** The last node gets no blocks and makes none until it joins again. */
  cutOffLast: (() => Promise<{ join: () => Promise<void> }>) | Cannot
  /** A chain reorg begins at the newest block. */
  fork: (() => Promise<Fork>) | Cannot
  /** The time of the next block is so much later. */
  skipTime: ((seconds: number) => Promise<void>) | Cannot
  stop: () => Promise<void>
}

export type Fork = {
  /**
   * A longer chain takes back all blocks since the fork; it has these transactions of theirs. Leaves the ledger paused, so that
   * nothing comes into a block again.
   */
  takeBack: (raws: readonly Hex[]) => Promise<void>
}

/** What a promise may need that not every ledger can do. */
export type Ability = 'cutOffLast' | 'fork' | 'skipTime'

/** Throws where the ledger cannot: who calls it has looked at the reason. `const fork = await able(network.fork)()` */
export function able<Work extends (value: never) => unknown>(work: Work | Cannot): Work {
  if (typeof work === 'function') return work
  throw new Error(work.reason)
}
