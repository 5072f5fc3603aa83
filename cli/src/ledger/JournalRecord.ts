import { crc32 } from 'node:zlib'
import type { Address, Hash, Hex } from 'viem'

/**
 * One line of the journal. `genesis` is the first; `transaction` and `time` are blocks to mine, and `pooled` is a
 * transaction that the next block takes, synced before anvil gets them; `mined`, `refused` and `waiting` are their
 * outcomes, written without a sync, since a replay has the same.
 */
export type JournalRecord = GenesisRecord | BlockRecord | VerdictRecord

export type GenesisRecord = {
  readonly kind: 'genesis'
  readonly version: 1
  readonly chainId: number
  /** Seconds since the epoch. */
  readonly timestamp: number
  /** Of the genesis block, in wei, and its gas limit. Journals of earlier versions have a free, unlimited ledger. */
  readonly baseFee?: number
  readonly gasLimit?: number
}

/** A block to mine, with one transaction or with all that wait (`time`), or a transaction for a later block. */
export type BlockRecord = TransactionRecord | TimeRecord | PooledRecord

export type TransactionRecord = {
  readonly kind: 'transaction'
  /** Increases with each record; a record that could not be written leaves a gap. */
  readonly seq: number
  /** The block's timestamp, in seconds. */
  readonly timestamp: number
  readonly from: Address
  readonly nonce: number
  readonly raw: Hex
}

/** Waits in anvil's pool. */
export type PooledRecord = Omit<TransactionRecord, 'kind'> & { readonly kind: 'pooled' }

/** A block of blocks by time, or of a moved clock. */
export type TimeRecord = {
  readonly kind: 'time'
  readonly seq: number
  readonly timestamp: number
  /** How far the ledger's clock is ahead of the wall clock from now on, in seconds. */
  readonly shift: number
}

export type VerdictRecord = MinedRecord | RefusedRecord | WaitingRecord

/** A pooled transaction that anvil took. */
export type WaitingRecord = { readonly kind: 'waiting'; readonly seq: number }

export type MinedRecord = {
  readonly kind: 'mined'
  readonly seq: number
  readonly block: number
  readonly hash: Hash
  /** Set if the block is empty, because the transaction could not be executed. */
  readonly refused?: string
}

/** Refused before a block was mined: a replay skips it. */
export type RefusedRecord = {
  readonly kind: 'refused'
  readonly seq: number
  readonly reason: string
}

/** `<crc-32 in hex> <json>`, one line. */
export function encodeRecord(record: JournalRecord): string {
  const json = JSON.stringify(record)
  return `${checksum(json)} ${json}\n`
}

/** Undefined for a torn or altered line. */
export function decodeRecord(line: string): JournalRecord | undefined {
  const json = line.slice(9)
  if (line[8] !== ' ' || line.slice(0, 8) !== checksum(json)) return undefined
  return JSON.parse(json) as JournalRecord
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0')
}
