// What the streams send. Written in the transaction of what they tell; ids count up in the order of commits, or a
// stream that reads on from the last id would miss one.
import type { Address, Topic, TxHash } from '@connex/protocol'
import { sql } from 'kysely'
import { nowSeconds } from '../engine/database.ts'
import type { Queryable } from '../engine/database.ts'

/** The channel on which every process of this database hears that there is something new. */
export const ANNOUNCED = 'connex_announced'

/** Any number that no other advisory lock of ours has. */
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

/** Call it last in a transaction: until the end it keeps other writers of announcements waiting. */
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

/** In the order of their ids, those after one. */
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

/** The last id given so far, 0 before the first. */
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

/** Tells each tenant's streams that its copy has changed. */
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
