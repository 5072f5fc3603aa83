// The streams' messages. They are written in the transaction of the change that they announce. Ids rise in the order of
// commits, so a stream that continues from the last id misses none.
import type { Address, Topic, TxHash } from '@connex/protocol'
import { sql } from 'kysely'
import { nowSeconds } from '../engine/database.ts'
import type { Queryable } from '../engine/database.ts'

/** The channel that wakes every process of this database. */
export const ANNOUNCED = 'connex_announced'

/** An arbitrary number, unique among our advisory locks. */
const ORDER_LOCK = 7_024_001

export type Announcement = {
  id: number
  topic: Topic
  keys: string[]
  block: number | null
  txHashes: TxHash[]
  tenants: Address[] | null
}

export type NewAnnouncement = Omit<Announcement, 'id'>

/** Call it last in a transaction: it blocks other writers of announcements until the commit. */
export async function announce(trx: Queryable, announcements: readonly NewAnnouncement[]): Promise<void> {
  if (announcements.length === 0) return
  await sql`SELECT pg_advisory_xact_lock(${ORDER_LOCK})`.execute(trx)
  await trx
    .insertInto('announcements')
    .values(
      announcements.map(({ topic, keys, block, txHashes, tenants }) => ({
        topic,
        keys,
        block,
        tx_hashes: txHashes,
        tenants,
        created_at: nowSeconds(),
      })),
    )
    .execute()
  await sql`SELECT pg_notify(${ANNOUNCED}, '')`.execute(trx)
}

/** Lists the announcements after an id, in the order of ids. */
export async function listAnnouncements(
  db: Queryable,
  { after, limit }: { after: number; limit: number },
): Promise<Announcement[]> {
  return db
    .selectFrom('announcements')
    .select(['id', 'topic', 'keys', 'block', 'tx_hashes as txHashes', 'tenants'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** The last id, or 0 before the first announcement. */
export async function lastAnnouncement(db: Queryable): Promise<number> {
  const row = await db
    .selectFrom('announcements')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  return row?.id ?? 0
}

export async function oldestAnnouncement(db: Queryable): Promise<number | undefined> {
  const row = await db
    .selectFrom('announcements')
    .select(({ fn }) => fn.min('id').as('id'))
    .executeTakeFirst()
  return row?.id ?? undefined
}

export async function deleteAnnouncementsBefore(db: Queryable, time: number): Promise<void> {
  await db.deleteFrom('announcements').where('created_at', '<', time).execute()
}

/** Announces to each tenant that its copy of the details has changed. */
export const announceDetails = (
  trx: Queryable,
  changed: readonly { tenant: Address; id: string }[],
): Promise<void> =>
  announce(
    trx,
    changed.map(({ tenant, id }) => ({
      topic: 'details',
      keys: [id],
      block: null,
      txHashes: [],
      tenants: [tenant],
    })),
  )
