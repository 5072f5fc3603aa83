// What has served its time goes: used nonces, ended tokens, announcements that no stream will ask for again, and private
// data whose delivery never reached the ledger.
import type { Logger } from '../createLogger.ts'
import { deleteAnnouncementsBefore } from '../storage/announcements.ts'
import { dropUnbornDetails } from '../storage/dropUnbornDetails.ts'
import { deleteExpiredNonces } from '../storage/nonces.ts'
import type { Database } from '../storage/openDatabase.ts'
import { nowSeconds } from '../storage/queryable.ts'
import { deleteExpiredTokens } from '../storage/tokens.ts'

const EVERY_MS = 60_000
const DAY_SECONDS = 86_400

export function startSweeping(database: Database, log: Logger): { stop: () => Promise<void> } {
  let sweeping = Promise.resolve()
  const timer = setInterval(() => {
    sweeping = sweep(database).catch((error: unknown) => log.warn({ err: error }, 'could not sweep'))
  }, EVERY_MS)
  return {
    stop: () => {
      clearInterval(timer)
      return sweeping
    },
  }
}

export async function sweep({ kysely: db }: Pick<Database, 'kysely'>): Promise<void> {
  await deleteExpiredNonces(db)
  await deleteExpiredTokens(db)
  await deleteAnnouncementsBefore(db, nowSeconds() - DAY_SECONDS)
  await dropUnbornDetails(db, nowSeconds() - DAY_SECONDS)
}
