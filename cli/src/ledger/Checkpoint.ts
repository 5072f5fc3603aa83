import type { Hash } from 'viem'

/** What a checkpoint file says in its first line; the rest of the file is anvil's dump as it came (gzip). */
export type Checkpoint = {
  readonly version: 1
  /** The last record that it contains. */
  readonly seq: number
  /** Where the first record that it does not contain begins in the journal. */
  readonly offset: number
  readonly block: number
  readonly hash: Hash
  /** The last block's timestamp, and how far the ledger's clock is ahead of the wall clock, in seconds. */
  readonly timestamp: number
  readonly shift: number
  readonly stateSize: number
  readonly stateSha256: string
}

const prefix = 'checkpoint-'

export function checkpointName(seq: number): string {
  return `${prefix}${String(seq).padStart(12, '0')}`
}

/** Newest first. */
export function checkpointNames(files: readonly string[]): string[] {
  return files
    .filter((file) => /^checkpoint-\d{12}$/.test(file))
    .sort()
    .reverse()
}
