// Passes announcements to the open streams, reading each new one once for all of them. Announcements are in the database, so
// streams of every process, and those that come back, miss none.
import type { Logger } from '../../common/logger.ts'
import type { Database } from '../../storage/engine/openDatabase.ts'
import { ANNOUNCED, lastAnnouncement, listAnnouncements } from '../../storage/projections/announcements.ts'
import type { Announcement } from '../../storage/projections/announcements.ts'
import type { Broadcaster, Subscriber } from '../call/context.ts'

/** Catches up after a lost notification. */
const POLL_MS = 2_000
const BATCH = 500

export async function createBroadcaster(database: Database, log: Logger): Promise<Broadcaster> {
  const subscribers = new Set<Subscriber>()
  let lastId = await lastAnnouncement(database.kysely)
  let isReading = false
  let isWoken = false
  let state: 'live' | 'paused' | 'stopped' = 'live'
  let reading = Promise.resolve()

  const wake = () => {
    isWoken = true
    if (!isReading && state === 'live') reading = read()
  }
  async function read(): Promise<void> {
    isReading = true
    try {
      while (isWoken) {
        isWoken = false
        const batch = await listAnnouncements(database.kysely, { after: lastId, limit: BATCH })
        for (const announcement of batch) broadcast(announcement)
        if (batch.length === BATCH) isWoken = true
      }
    } catch (error) {
      log.warn({ err: error }, 'announcements could not be read')
    } finally {
      isReading = false
    }
  }
  function broadcast(announcement: Announcement): void {
    lastId = announcement.id
    for (const subscriber of subscribers) subscriber.send(announcement)
  }

  const unlisten = await database.listen(ANNOUNCED, wake)
  const timer = setInterval(wake, POLL_MS)
  return {
    add(subscriber) {
      subscribers.add(subscriber)
      if (state === 'paused') setImmediate(() => subscriber.end())
      return lastId
    },
    remove: (subscriber) => void subscribers.delete(subscriber),
    count: () => subscribers.size,
    pause: () => {
      state = 'paused'
      endStreams(subscribers)
    },
    resume: () => {
      state = 'live'
      wake()
    },
    async stop() {
      if (state === 'stopped') return
      state = 'stopped'
      clearInterval(timer)
      endStreams(subscribers)
      await unlisten()
      await reading
    },
  }
}

function endStreams(subscribers: ReadonlySet<Subscriber>): void {
  for (const subscriber of subscribers) subscriber.end()
}
