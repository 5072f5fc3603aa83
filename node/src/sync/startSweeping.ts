// What has served its time goes: used nonces, ended tokens, announcements that no stream will ask for again, private data
// that never reached the ledger, and files of no document.
import type { Logger } from '../createLogger.ts'
import { deleteAnnouncementsBefore } from '../storage/projections/announcements.ts'
import { deleteExpiredDetails } from '../storage/sharing/privateRecords.ts'
import { deleteExpiredNonces, deleteExpiredTokens } from '../storage/queries/credentials.ts'
import type { Database } from '../storage/engine/openDatabase.ts'
import { nowSeconds } from '../storage/engine/database.ts'
import { sweepDocuments } from './sweepDocuments.ts'

const EVERY_MS = 60_000
const DAY_SECONDS = 86_400

type Options = {
  database: Pick<Database, 'kysely'>
  documentsDir: string
  /** Whether the index has read all that the ledger has: what it does not know then is not there. */
  isLive: () => boolean
}

export function startSweeping(options: Options, log: Logger): { stop: () => Promise<void> } {
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

export async function sweep({ database: { kysely: db }, documentsDir, isLive }: Options): Promise<void> {
  await deleteExpiredNonces(db)
  await deleteExpiredTokens(db)
  await deleteAnnouncementsBefore(db, nowSeconds() - DAY_SECONDS)
  if (isLive()) await deleteExpiredDetails(db, nowSeconds() - DAY_SECONDS)
  await sweepDocuments(db, documentsDir)
}
