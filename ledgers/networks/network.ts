// A ledger of several nodes, as the promises need it.
import type { Consensus } from './consensus.ts'

export type Network = {
  consensus: Consensus
  chainId: number
  /** Of the nodes' JSON-RPC. The first two share their pools; blocks come from any. */
  urls: readonly string[]
  wsUrls: readonly string[]
  /** A method of the first node. */
  rpc: (method: string, ...params: unknown[]) => Promise<unknown>
  /** What the client calls itself. */
  version: () => Promise<string>
  /** Ends a node at once, with its pool. */
  kill: (node: number) => Promise<void>
  /** Starts it again, and gives it the blocks that it has missed. */
  restart: (node: number) => Promise<void>
  stop: () => Promise<void>
}
