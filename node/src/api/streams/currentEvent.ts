import type { Address } from '@connex/protocol'
import type { Queryable } from '../../storage/engine/database.ts'
import { lastAnnouncement } from '../../storage/projections/announcements.ts'
import { readEventKey } from '../../storage/queries/credentials.ts'
import { createEventIds } from './eventIds.ts'

/** The id of the last event so far: a stream that continues from it misses nothing that is read later. */
export async function currentEventId(db: Queryable, tenant: Address): Promise<string> {
  const [key, last] = await Promise.all([readEventKey(db), lastAnnouncement(db)])
  return createEventIds(key, tenant).write(last)
}
