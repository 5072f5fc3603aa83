import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Checkpoint, checkpointNames } from './Checkpoint.ts'

/** The newest checkpoint that is whole, with anvil's dump (gzip). A damaged one is passed over. */
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
