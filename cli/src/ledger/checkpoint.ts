import { createHash } from 'node:crypto'
import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Hash } from 'viem'

/** The first line of a checkpoint file; the rest is anvil's dump (gzip). */
export type Checkpoint = {
  readonly version: 1
  /** Its last record. */
  readonly seq: number
  /** The journal's offset of the first record after it. */
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

function checkpointName(seq: number): string {
  return `${prefix}${String(seq).padStart(12, '0')}`
}

/** Newest first. */
function checkpointNames(files: readonly string[]): string[] {
  return files
    .filter((file) => /^checkpoint-\d{12}$/.test(file))
    .sort()
    .reverse()
}

/** The newest complete checkpoint, with anvil's dump (gzip). Damaged ones are skipped. */
export async function findCheckpoint(
  directory: string,
): Promise<{ checkpoint: Checkpoint; state: Buffer } | undefined> {
  for (const name of checkpointNames(await readdir(directory))) {
    const found = parse(await readFile(join(directory, name)))
    if (found) return found
  }
  return undefined
}

function parse(file: Buffer): { checkpoint: Checkpoint; state: Buffer } | undefined {
  const end = file.indexOf(10)
  const state = file.subarray(end + 1)
  try {
    const checkpoint = JSON.parse(file.toString('utf8', 0, end)) as Checkpoint
    const isWhole =
      checkpoint.version === 1 &&
      checkpoint.stateSize === state.length &&
      checkpoint.stateSha256 === createHash('sha256').update(state).digest('hex')
    return isWhole ? { checkpoint, state } : undefined
  } catch {
    return undefined
  }
}

/** Writes and syncs a checkpoint, renames it atomically, and deletes all but the newest two, so that a complete one always exists. */
export async function writeCheckpoint(
  directory: string,
  head: Omit<Checkpoint, 'version' | 'stateSize' | 'stateSha256'>,
  state: Buffer,
): Promise<void> {
  const temporary = join(directory, 'checkpoint.new')
  const stateSha256 = createHash('sha256').update(state).digest('hex')
  const header: Checkpoint = { version: 1, ...head, stateSize: state.length, stateSha256 }
  try {
    const file = await open(temporary, 'w')
    try {
      await file.writeFile(`${JSON.stringify(header)}\n`)
      await file.writeFile(state)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, join(directory, checkpointName(head.seq)))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await syncDirectory(directory)
  for (const old of checkpointNames(await readdir(directory)).slice(2)) await rm(join(directory, old))
}

/** A rename is durable once its directory is synced. Windows has no such sync. */
async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
