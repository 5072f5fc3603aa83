// The route of a stream: who may listen, from which event, and until when.
import { Topic } from '@connex/protocol'
import type { CallName } from '@connex/protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, invalid } from '../../common/errors.ts'
import type { Announcement } from '../../storage/projections/announcements.ts'
import { readEventKey } from '../../storage/queries/credentials.ts'
import { findViewer } from '../../storage/queries/viewers.ts'
import type { UserViewer, Viewer } from '../../storage/queries/viewers.ts'
import { refuseInactive } from '../auth/authorize.ts'
import type { ApiContext } from '../call/context.ts'
import { createEventIds } from './eventIds.ts'
import type { EventIds } from './eventIds.ts'
import { followAnnouncements } from './follower.ts'

const HEARTBEAT_MS = 15_000
/** A reader that takes nothing for this many heartbeats is gone, whatever its socket says. */
const MISSED_BEATS_MAXIMUM = 4

/** The endpoint table's streams and their topics. */
export const STREAM_TOPICS: { readonly [Name in CallName]?: readonly Topic[] } = {
  stream: Topic.options,
  instrumentStream: ['instruments', 'details'],
  registryStream: ['instruments', 'accounts', 'positions'],
}

export async function openStream(
  context: ApiContext,
  viewer: Viewer | undefined,
  topics: readonly Topic[],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (viewer?.kind !== 'user') throw new ApiError('forbidden')
  const ids = createEventIds(await readEventKey(context.database.kysely), viewer.tenant)
  const since = readLastEventId(ids, request.headers['last-event-id'])
  const { raw } = reply.hijack()
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // For reverse proxies that would buffer the stream.
    'x-accel-buffering': 'no',
  })
  raw.write(': welcome\n\n')
  const checkAccess = () => void endIfRefused(context, viewer, () => raw.end())
  const onVisible = (announcement: Announcement) => {
    if (announcement.topic === 'platform') checkAccess()
  }
  const stop = followAnnouncements(context, { tenant: viewer.tenant, ids, topics, raw, since, onVisible })
  let missedBeats = 0
  const heartbeat = setInterval(() => {
    missedBeats = raw.writableNeedDrain ? missedBeats + 1 : 0
    if (missedBeats >= MISSED_BEATS_MAXIMUM) raw.destroy()
    if (missedBeats === 0) raw.write(': beat\n\n')
    checkAccess()
  }, HEARTBEAT_MS)
  raw.once('close', () => {
    clearInterval(heartbeat)
    stop()
  })
  return reply
}

function readLastEventId(ids: EventIds, header: string | string[] | undefined): number | undefined {
  if (header === undefined || header === '') return undefined
  const since = typeof header === 'string' ? ids.read(header) : undefined
  if (since === undefined) throw invalid('last-event-id', 'is not an event id')
  return since
}

/** Ends the stream of a user who has been locked or deleted. */
async function endIfRefused(context: ApiContext, viewer: UserViewer, end: () => void): Promise<void> {
  try {
    const now = await findViewer(context.database.kysely, viewer.address, [viewer.tenant])
    if (now?.kind !== 'user') throw new ApiError('forbidden')
    refuseInactive(now)
  } catch (error) {
    if (error instanceof ApiError) end()
  }
}
