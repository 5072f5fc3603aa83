import type { Address, Bytes32, Seconds, TxHash } from '@connex/protocol'

/** A block as far as the index needs it. */
export type Block = {
  number: number
  hash: Bytes32
  parentHash: Bytes32
  at: Seconds
  /** What it says itself: whether any contract logged anything in it. */
  hasLogs: boolean
}

export type Log = {
  address: Address
  topics: readonly string[]
  data: string
  block: number
  blockHash: Bytes32
  /** Undefined where the ledger does not say it with its logs. */
  at: Seconds | undefined
  logIndex: number
  txHash: TxHash
}

export type LogFilter =
  | { topics: readonly string[]; addresses?: readonly Address[]; from: number; to: number }
  /** All of one block. */
  | { blockHash: Bytes32 }

/** What the index asks of the ledger. Everything throws a LedgerError where the ledger fails. */
export type Ledger = {
  chainId: () => Promise<number>
  head: () => Promise<Block>
  findBlock: (number: number) => Promise<Block | undefined>
  /** In the order of the chain. */
  logs: (filter: LogFilter) => Promise<Log[]>
  /** Settles when there may be a new block, at the latest after a while, or when the signal aborts. */
  nextHead: (signal: AbortSignal) => Promise<void>
  close: () => void
}

/** The ledger does not answer, or not as it should; asking again may help. */
export class LedgerError extends Error {
  override name = 'LedgerError'
}
