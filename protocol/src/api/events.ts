import * as z from 'zod/mini'
import { IN_INSTRUMENTS, IN_REGISTRIES } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { BlockNumber } from '../scalars.ts'

/** What a stream announces: that something of this kind has changed, never the data itself. */
export const Topic = z.enum([
  'transfers',
  'positions',
  'instruments',
  'accounts',
  'platform',
  'details',
  'blocks',
])
export type Topic = z.infer<typeof Topic>

/** The data of one server-sent event; its `id` is opaque and the tenant's own, its `event` is the topic. */
export const ChangeEvent = z.object({
  topic: Topic,
  /** Delivery ids, registry ids … that changed, so that a client can flash a row. */
  keys: z.array(z.string()),
  block: z.nullable(BlockNumber),
  txHashes: z.array(z.string()),
})
export type ChangeEvent = z.infer<typeof ChangeEvent>

export const eventsApi = {
  stream: endpoint({
    method: 'GET',
    path: '/events/sse',
    summary: 'Server-sent events of the data that the viewer may read; Last-Event-ID replays missed ones',
    response: z.unknown(),
    responseType: 'events',
  }),
  instrumentStream: endpoint({
    method: 'GET',
    path: '/instrument-manager/sse',
    summary: 'The events of instruments alone',
    tenantPrivileges: IN_INSTRUMENTS,
    response: z.unknown(),
    responseType: 'events',
  }),
  registryStream: endpoint({
    method: 'GET',
    path: '/registry-manager/sse',
    summary: 'The events of registries, accounts and positions alone',
    tenantPrivileges: IN_REGISTRIES,
    response: z.unknown(),
    responseType: 'events',
  }),
}
