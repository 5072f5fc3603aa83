import { createHash } from 'node:crypto'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Checkpoint, checkpointName, checkpointNames } from './Checkpoint.ts'

/**
 * Writes a checkpoint beside the others, syncs it, gives it its name in one step, and keeps the newest two:
 * at every instant at least one that is whole lies there.
 */
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

/** A rename is on the disk only once its directory is. Windows knows no such sync. */
async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
