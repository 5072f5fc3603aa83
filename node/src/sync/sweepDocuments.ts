// Files that no document stands for: what an upload, or a kill in the middle of one, has left behind.
import { randomUUID } from 'node:crypto'
import { readdir, rename, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { findKnownContents } from '../storage/sharing/documents.ts'
import type { Queryable } from '../storage/engine/database.ts'

/** An upload takes less, however slow. */
const HOUR_MS = 3_600_000

const PASSING = /^(upload|document|orphan)-/
const CONTENT = /^0x[0-9a-f]{64}$/

export async function sweepDocuments(db: Queryable, directory: string): Promise<void> {
  const names = await readdir(directory).catch(() => [])
  const known = await findKnownContents(
    db,
    names.filter((name) => CONTENT.test(name)),
  )
  for (const name of names) {
    const path = join(directory, name)
    const isOrphan = PASSING.test(name) || (CONTENT.test(name) && !known.has(name))
    if (isOrphan && (await isOld(path))) await remove(directory, path)
  }
}

const isOld = async (path: string): Promise<boolean> => {
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > HOUR_MS
}

/** The same bytes may have come again in this very moment: then what was taken aside is new, and goes back. */
async function remove(directory: string, path: string): Promise<void> {
  const aside = join(directory, `orphan-${randomUUID()}`)
  await rename(path, aside)
  if (await isOld(aside)) await unlink(aside)
  else await rename(aside, path)
}
