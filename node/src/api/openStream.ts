// Server-sent events over a signed request. First what was missed since Last-Event-ID, then what is announced, only what
// the viewer's tenant may see. A reader that is too slow is cut off, and comes back with its last id.
import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Topic } from '@connex/protocol'
import type { ChangeEvent } from '@connex/protocol'
import { listAnnouncements, oldestAnnouncement } from '../storage/announcements.ts'
import type { Announcement } from '../storage/announcements.ts'
import { findViewer } from '../storage/viewers.ts'
import { ApiError, invalid } from './ApiError.ts'
import type { ApiContext } from './ApiContext.ts'
import { maySee } from './createBroadcaster.ts'
import type { Subscriber } from './createBroadcaster.ts'
import { refuseInactive } from './refuseInactive.ts'
import type { UserViewer, Viewer } from '../storage/Viewer.ts'

const HEARTBEAT_MS = 15_000
const BUFFER_BYTES = 262_144
const REPLAY_BATCH = 500

export async function openStream(
  context: ApiContext,
  viewer: Viewer | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (viewer?.kind !== 'user') throw new ApiError('forbidden')
  const since = readLastEventId(request.headers['last-event-id'])
  const { raw } = reply.hijack()
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Said to reverse proxies that would collect the stream before passing it on.
    'x-accel-buffering': 'no',
  })
  raw.write(': welcome\n\n')
  await follow(context, viewer, raw, since)
  return reply
}

function readLastEventId(header: string | string[] | undefined): number | undefined {
  if (header === undefined || header === '') return undefined
  if (typeof header !== 'string' || !/^[0-9]{1,15}$/.test(header))
    throw invalid('last-event-id', 'not an event id')
  return Number(header)
}

async function follow(
  context: ApiContext,
  viewer: UserViewer,
  raw: ServerResponse,
  since: number | undefined,
): Promise<void> {
  let replaying = since !== undefined
  let waiting: Announcement[] = []
  let sentId = since ?? 0
  const send = (announcement: Announcement) => {
    if (announcement.id <= sentId || raw.destroyed) return
    sentId = announcement.id
    raw.write(eventText(announcement))
    if (raw.writableLength > BUFFER_BYTES) raw.destroy()
  }
  const subscriber: Subscriber = {
    tenant: viewer.tenant,
    send: (announcement) => (replaying ? void waiting.push(announcement) : send(announcement)),
    end: () => raw.end(),
  }
  const lastId = context.broadcaster.add(subscriber)
  const heartbeat = setInterval(() => {
    raw.write(': beat\n\n')
    if (raw.writableLength > BUFFER_BYTES) raw.destroy()
    void endWhereNoLongerWelcome(context, viewer, raw)
  }, HEARTBEAT_MS)
  raw.once('close', () => {
    clearInterval(heartbeat)
    context.broadcaster.remove(subscriber)
  })
  if (since === undefined) return
  try {
    await replay(context, viewer, { since, lastId, raw, send })
    replaying = false
    for (const announcement of waiting) send(announcement)
    waiting = []
  } catch (error) {
    // The client comes back with the last id that it was sent.
    context.log.warn({ err: error }, 'a replay was broken off')
    raw.destroy()
  }
}

type Replay = {
  since: number
  lastId: number
  raw: ServerResponse
  send: (announcement: Announcement) => void
}

async function replay(context: ApiContext, viewer: UserViewer, { since, lastId, raw, send }: Replay) {
  const db = context.database.kysely
  const oldest = await oldestAnnouncement(db)
  const isForgotten = since > lastId || (oldest !== undefined && since < oldest - 1)
  if (isForgotten) {
    // What was missed is no longer known, or is of another database: everything may have changed.
    for (const topic of Topic.options)
      raw.write(eventText({ id: lastId, topic, keys: [], block: null, txHashes: [], tenants: null }))
    return
  }
  let after = since
  while (after < lastId && !raw.destroyed) {
    const batch = await listAnnouncements(db, { after, limit: REPLAY_BATCH })
    for (const announcement of batch) if (maySee(announcement, viewer.tenant)) send(announcement)
    const last = batch.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

/** `id` counts up, `event` is the topic, `data` a ChangeEvent. */
function eventText({ id, topic, keys, block, txHashes }: Announcement): string {
  const data: ChangeEvent = { topic, keys, block, txHashes }
  return `id: ${id}\nevent: ${topic}\ndata: ${JSON.stringify(data)}\n\n`
}

/** Who was locked or deleted since hears no more. */
async function endWhereNoLongerWelcome(context: ApiContext, viewer: UserViewer, raw: ServerResponse) {
  try {
    const now = await findViewer(context.database.kysely, viewer.address, [viewer.tenant])
    if (now?.kind !== 'user') throw new ApiError('forbidden')
    refuseInactive(now)
  } catch (error) {
    if (error instanceof ApiError) raw.end()
  }
}
