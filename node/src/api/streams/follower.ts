// Follows the announcements for one stream. A live stream gets them from the broadcaster. One that has come back, or reads slowly,
// is behind and reads the database at its own pace until it is live again: memory stays bounded, and slow readers miss nothing.
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { Topic } from '@connex/protocol'
import type { Address, ChangeEvent } from '@connex/protocol'
import type { Queryable } from '../../storage/engine/database.ts'
import { listAnnouncements, oldestAnnouncement } from '../../storage/projections/announcements.ts'
import type { Announcement } from '../../storage/projections/announcements.ts'
import type { ApiContext, Subscriber } from '../call/context.ts'
import type { EventIds } from './eventIds.ts'

const BUFFER_BYTES = 262_144
const BATCH = 100
/** For a reader whose missed announcements have expired, or belong to another database. */
const ANYTHING = { keys: [], block: null, txHashes: [], tenants: null }

type Follower = {
  tenant: Address
  ids: EventIds
  topics: readonly Topic[]
  raw: ServerResponse
  /** The reader's last event; undefined starts with the next one. */
  since: number | undefined
  /** For each that its tenant may see, of every topic. */
  onVisible: (announcement: Announcement) => void
}

type Context = Pick<ApiContext, 'broadcaster' | 'database' | 'log' | 'metrics'>

/** Follows until the returned function is called. */
export function followAnnouncements(
  { broadcaster, database: { kysely: db }, log, metrics }: Context,
  follower: Follower,
): () => void {
  const { raw, since } = follower
  const write = (announcement: Announcement) => writeEvent(announcement, follower, metrics)
  let isLive = since === undefined
  let passedId = since ?? 0
  let announcedId = 0
  const subscriber: Subscriber = {
    send(announcement) {
      announcedId = announcement.id
      if (!isLive || announcement.id <= passedId) return
      passedId = announcement.id
      write(announcement)
      if (raw.writableLength > BUFFER_BYTES) {
        isLive = false
        metrics.fellBehind()
        catchUp().catch(fail)
      }
    },
    end: () => raw.end(': the server stops, reconnect\n\n'),
  }
  const stop = new AbortController()

  function fail(error: unknown): void {
    if (stop.signal.aborted) return
    // The reader comes back with its last id.
    log.warn({ err: error }, 'a replay failed')
    raw.destroy()
  }

  async function catchUp(): Promise<void> {
    while (!isLive && !stop.signal.aborted) {
      if (raw.writableNeedDrain) await once(raw, 'drain', { signal: stop.signal })
      const batch = await listAnnouncements(db, { after: passedId, limit: BATCH })
      for (const announcement of batch) write(announcement)
      passedId = batch.at(-1)?.id ?? passedId
      // The broadcaster may have sent one while the empty batch was read.
      isLive = batch.length === 0 && announcedId <= passedId
    }
  }

  async function begin(lastId: number, from: number): Promise<void> {
    const first = await firstReplayable(db, lastId)
    if (from > lastId || from < first) {
      for (const topic of Topic.options) write({ ...ANYTHING, id: lastId, topic })
      passedId = lastId
    }
    await catchUp()
  }

  const lastId = broadcaster.add(subscriber)
  if (since === undefined) passedId = lastId
  else begin(lastId, since).catch(fail)
  return () => {
    stop.abort()
    broadcaster.remove(subscriber)
  }
}

/** The oldest id from which the announcements up to the last one are complete. */
async function firstReplayable(db: Queryable, lastId: number): Promise<number> {
  const oldest = await oldestAnnouncement(db)
  // Undefined: all have expired.
  return (oldest ?? lastId + 1) - 1
}

function writeEvent(
  announcement: Announcement,
  { tenant, ids, topics, raw, onVisible }: Follower,
  metrics: Context['metrics'],
): void {
  const maySee = announcement.tenants === null || announcement.tenants.includes(tenant)
  if (!maySee || raw.destroyed || raw.writableEnded) return
  if (topics.includes(announcement.topic)) {
    raw.write(`id: ${ids.write(announcement.id)}\n${eventText(announcement)}`)
    metrics.sent()
  }
  onVisible(announcement)
}

/** All readers of an announcement share its text. */
const texts = new WeakMap<Announcement, string>()

/** Without the id: `event` is the topic, `data` a ChangeEvent. */
function eventText(announcement: Announcement): string {
  const known = texts.get(announcement)
  if (known !== undefined) return known
  const { topic, keys, block, txHashes } = announcement
  const data: ChangeEvent = { topic, keys, block, txHashes }
  const text = `event: ${topic}\ndata: ${JSON.stringify(data)}\n\n`
  texts.set(announcement, text)
  return text
}
