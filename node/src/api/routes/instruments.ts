// Instruments, their private details, drafts of them, and the tenant's own identifiers.
import { freshSalt, InstrumentId } from '@connex/protocol'
import type { Address } from '@connex/protocol'
import { ApiError } from '../../common/errors.ts'
import { receiveInstrumentDetails } from '../../exchange/incoming/instrumentDetails.ts'
import { inTransaction } from '../../storage/engine/database.ts'
import type { Queryable } from '../../storage/engine/database.ts'
import { announce } from '../../storage/projections/announcements.ts'
import {
  deleteDraftRow,
  findDraft,
  loadDraftDetails,
  setInternalIdentifier,
  storeDraft,
} from '../../storage/queries/instrumentDrafts.ts'
import { listInstruments } from '../../storage/queries/instruments.ts'
import { listDappAddresses } from '../../storage/queries/platform.ts'
import { hasActiveWorkflow } from '../../storage/queries/workflows.ts'
import { loadInstrumentDetails } from '../../storage/sharing/instrumentDetails.ts'
import type { Handlers } from '../call/handler.ts'

export const instruments = {
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
    const stored = await loadInstrumentDetails(db, viewer.tenant, query.instrumentIds, query.fingerprint)
    const others = query.fingerprint ? [] : query.instrumentIds.filter((id) => !stored.has(id))
    const drafts = await loadDraftDetails(db, viewer.tenant, others)
    const items = [
      ...[...stored].map(([instrumentId, details]) => ({ instrumentId, ...details })),
      ...drafts.map((draft) => ({ ...draft, ledgerFp: null, status: 'PENDING' as const })),
    ]
    return { items, pageItemCount: items.length, totalItemCount: items.length }
  },

  putDraft: ({ context, viewer, body }) =>
    inTransaction(context.database.kysely, async (trx) => {
      const { tenant } = viewer
      if (body.draftId !== undefined) await refuseDuringWorkflow(trx, tenant, body.draftId)
      const draftId = body.draftId ?? InstrumentId.parse(freshSalt())
      await storeDraft(trx, tenant, { ...body, draftId })
      const draft = await findDraft(trx, tenant, draftId)
      if (draft === undefined) throw new ApiError('draftNotFound')
      await announceDraft(trx, tenant, draftId)
      return draft
    }),

  deleteDraft: ({ context, viewer, query }) =>
    inTransaction(context.database.kysely, async (trx) => {
      await refuseDuringWorkflow(trx, viewer.tenant, query.draftId)
      await deleteDraftRow(trx, viewer.tenant, query.draftId)
      await announceDraft(trx, viewer.tenant, query.draftId)
      return {}
    }),

  putInternalIdentifier: ({ context, viewer, body }) =>
    inTransaction(context.database.kysely, async (trx) => {
      const { instrumentId, internalIdentifier } = body
      const known = await listInstruments(
        trx,
        viewer.tenant,
        { instrumentIds: [instrumentId] },
        { itemsPerPage: 1 },
      )
      if (known.totalItemCount === 0) throw new ApiError('notFound')
      await setInternalIdentifier(trx, viewer.tenant, instrumentId, internalIdentifier)
      await announceDraft(trx, viewer.tenant, instrumentId)
      return { instrumentId, internalIdentifier }
    }),
} satisfies Partial<Handlers>

/** A draft must not change while users are confirming it. */
async function refuseDuringWorkflow(trx: Queryable, tenant: Address, draftId: InstrumentId): Promise<void> {
  if ((await findDraft(trx, tenant, draftId)) === undefined) throw new ApiError('draftNotFound')
  if (await hasActiveWorkflow(trx, tenant, 'instrument', draftId)) throw new ApiError('draftHasWorkflow')
}

const announceDraft = (trx: Queryable, tenant: Address, id: string) =>
  announce(trx, [{ topic: 'instruments', keys: [id], block: null, txHashes: [], tenants: [tenant] }])
