import type { Address } from '@connex/protocol'
import { announce } from '../storage/projections/announcements.ts'
import type { Queryable } from '../storage/engine/database.ts'

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
