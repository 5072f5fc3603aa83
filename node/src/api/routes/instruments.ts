import { loadDraftDetails } from '../../storage/queries/instrumentDrafts.ts'
import { loadInstrumentDetails } from '../../storage/sharing/instrumentDetails.ts'
import { listInstruments } from '../../storage/queries/instruments.ts'
import { listDappAddresses } from '../../storage/queries/platform.ts'
import { receiveInstrumentDetails } from '../../sync/receiveInstrumentDetails.ts'
import { ApiError } from '../../errors.ts'
import type { Handlers } from '../Handler.ts'

export const instruments: Pick<
  Handlers,
  'instrumentManager' | 'instruments' | 'putInstrumentDetails' | 'instrumentDetails'
> = {
  instrumentManager: async ({ context }) => {
    const [address] = await listDappAddresses(context.database.kysely, 'instrument')
    if (address === undefined) throw new ApiError('notFound')
    return { address }
  },

  instruments: ({ context, viewer, query }) =>
    listInstruments(context.database.kysely, viewer.tenant, query, query),

  putInstrumentDetails: ({ context, viewer, body }) => receiveInstrumentDetails(context, viewer, body),

  instrumentDetails: async ({ context, viewer, query }) => {
    const { kysely: db } = context.database
    const held = await loadInstrumentDetails(db, viewer.tenant, query.instrumentIds)
    const others = query.instrumentIds.filter((id) => !held.has(id))
    const drafts = await loadDraftDetails(db, viewer.tenant, others)
    const items = [
      ...[...held].map(([instrumentId, one]) => ({ instrumentId, ...one })),
      ...drafts.map((draft) => ({ ...draft, ledgerFp: null, status: 'PENDING' as const })),
    ]
    return { items, pageItemCount: items.length, totalItemCount: items.length }
  },
}
