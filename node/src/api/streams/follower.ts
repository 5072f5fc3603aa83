// One stream's way through the announcements. It is live, and gets what the broadcaster hands out; or it is behind,
// because it has come back or reads slowly, and reads from the database at its own pace until it is live again. So what
// waits in memory for one reader is bounded, and a slow one misses nothing.
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { Topic } from '@connex/protocol'
import type { Address, ChangeEvent } from '@connex/protocol'
import { listAnnouncements, oldestAnnouncement } from '../../storage/projections/announcements.ts'
import type { Announcement } from '../../storage/projections/announcements.ts'
import type { ApiContext } from '../call/context.ts'
import type { Subscriber } from './broadcaster.ts'
import type { EventIds } from './eventIds.ts'

const BUFFER_BYTES = 262_144
const BATCH = 100

type Follower = {
  tenant: Address
  ids: EventIds
  /** What it is told of. */
  topics: readonly Topic[]
  raw: ServerResponse
  /** The last event that the reader has had; undefined begins with the next one. */
  since: number | undefined
  /** Each that its tenant may see, whether it is told of it or not. */
  onPassed: (announcement: Announcement) => void
}

type Context = Pick<ApiContext, 'broadcaster' | 'database' | 'log' | 'metrics'>

/** Follows until the returned function is called. */
export function followAnnouncements(
  { broadcaster, database, log, metrics }: Context,
  { tenant, ids, topics, raw, since, onPassed }: Follower,
): () => void {
  const db = database.kysely
  let isLive = since === undefined
  let passedId = since ?? 0
  let announcedId = 0

  const write = (announcement: Announcement): void => {
    const maySee = announcement.tenants === null || announcement.tenants.includes(tenant)
    if (!maySee || raw.destroyed || raw.writableEnded) return
    if (topics.includes(announcement.topic)) {
      raw.write(`id: ${ids.write(announcement.id)}\n${eventText(announcement)}`)
      metrics.sent()
    }
    onPassed(announcement)
  }
  const subscriber: Subscriber = {
    send(announcement) {
      announcedId = announcement.id
      if (!isLive || announcement.id <= passedId) return
      passedId = announcement.id
      write(announcement)
      if (raw.writableLength > BUFFER_BYTES) {
        isLive = false
        metrics.fellBehind()
        void catchUp()
      }
    },
    end: () => raw.end(': the server stops, come back\n\n'),
  }
  const stop = new AbortController()

  async function catchUp(): Promise<void> {
    try {
      while (!isLive && !stop.signal.aborted) {
        if (raw.writableNeedDrain) await once(raw, 'drain', { signal: stop.signal })
        const batch = await listAnnouncements(db, { after: passedId, limit: BATCH })
        for (const announcement of batch) write(announcement)
        passedId = batch.at(-1)?.id ?? passedId
        // What was handed out while the empty batch was read may not have been in it.
        isLive = batch.length === 0 && announcedId <= passedId
      }
    } catch (error) {
      if (stop.signal.aborted) return
      // The reader comes back with the last id that it has had.
      log.warn({ err: error }, 'a replay was broken off')
      raw.destroy()
    }
  }

  async function begin(lastId: number, from: number): Promise<void> {
    const oldest = await oldestAnnouncement(db)
    // None left: all that there ever were have been forgotten.
    const isForgotten = from > lastId || from < (oldest ?? lastId + 1) - 1
    if (isForgotten) {
      // What was missed is no longer known, or is another database's: everything may have changed.
      for (const topic of Topic.options)
        write({ id: lastId, topic, keys: [], block: null, txHashes: [], tenants: null })
      passedId = lastId
    }
    await catchUp()
  }

  const lastId = broadcaster.add(subscriber)
  if (since === undefined) passedId = lastId
  else
    begin(lastId, since).catch((error: unknown) => {
      log.warn({ err: error }, 'a replay was broken off')
      raw.destroy()
    })
  return () => {
    stop.abort()
    broadcaster.remove(subscriber)
  }
}

/** One text for all the readers of an announcement. */
const texts = new WeakMap<Announcement, string>()

/** All but the id: `event` is the topic, `data` a ChangeEvent. */
function eventText(announcement: Announcement): string {
  const known = texts.get(announcement)
  if (known !== undefined) return known
  const { topic, keys, block, txHashes } = announcement
  const data: ChangeEvent = { topic, keys, block, txHashes }
  const text = `event: ${topic}\ndata: ${JSON.stringify(data)}\n\n`
  texts.set(announcement, text)
  return text
}
