// Deletes what has expired, once a minute: used nonces, tokens, announcements older than streams replay, private data that never
// reached the ledger, and files without a document. Counts what has grown.
import { randomUUID } from 'node:crypto'
import { readdir, rename, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from './common/logger.ts'
import { nowSeconds } from './storage/engine/database.ts'
import type { Queryable } from './storage/engine/database.ts'
import type { Database } from './storage/engine/openDatabase.ts'
import { deleteAnnouncementsBefore } from './storage/projections/announcements.ts'
import { deleteExpiredNonces, deleteExpiredTokens } from './storage/queries/credentials.ts'
import { findKnownContents } from './storage/sharing/documents.ts'
import { deleteExpiredDetails } from './storage/sharing/expiredDetails.ts'

const EVERY_MS = 60_000
const DAY_SECONDS = 86_400
/** Longer than the slowest upload. */
const HOUR_MS = 3_600_000

const TEMPORARY = /^(upload|document|orphan)-/
const CONTENT = /^0x[0-9a-f]{64}$/

type Options = {
  database: Pick<Database, 'kysely' | 'refreshStatistics'>
  documentsDir: string
  /** Whether the index has read the whole ledger, so that what it does not know does not exist. */
  isLive: () => boolean
}

export function startSweeper(options: Options, log: Logger): { stop: () => Promise<void> } {
  let sweeping = Promise.resolve()
  const timer = setInterval(() => {
    sweeping = sweep(options).catch((error: unknown) => log.warn({ err: error }, 'could not sweep'))
  }, EVERY_MS)
  return {
    stop: () => {
      clearInterval(timer)
      return sweeping
    },
  }
}

export async function sweep({ database, documentsDir, isLive }: Options): Promise<void> {
  const { kysely: db } = database
  await deleteExpiredNonces(db)
  await deleteExpiredTokens(db)
  await deleteAnnouncementsBefore(db, nowSeconds() - DAY_SECONDS)
  if (isLive()) await deleteExpiredDetails(db, nowSeconds() - DAY_SECONDS)
  await sweepDocuments(db, documentsDir)
  await database.refreshStatistics()
}

/** Deletes files that an upload, or a kill in the middle of one, has left behind. */
async function sweepDocuments(db: Queryable, directory: string): Promise<void> {
  const names = await readdir(directory).catch(() => [])
  const known = await findKnownContents(
    db,
    names.filter((name) => CONTENT.test(name)),
  )
  for (const name of names) {
    const path = join(directory, name)
    const isOrphan = TEMPORARY.test(name) || (CONTENT.test(name) && !known.has(name))
    if (isOrphan && (await isOld(path))) await remove(directory, path)
  }
}

const isOld = async (path: string): Promise<boolean> => {
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > HOUR_MS
}

/** The same bytes may be uploaded again at this moment: a file that turns out to be new is moved back. */
async function remove(directory: string, path: string): Promise<void> {
  const aside = join(directory, `orphan-${randomUUID()}`)
  await rename(path, aside)
  if (await isOld(aside)) await unlink(aside)
  else await rename(aside, path)
}
