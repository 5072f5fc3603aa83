// Instruments before they are on the ledger, and the tenant's own identifiers.
import { InstrumentId, freshSalt } from '@connex/protocol'
import type { Address } from '@connex/protocol'
import { announce } from '../../storage/projections/announcements.ts'
import {
  deleteDraftRow,
  findDraft,
  setInternalIdentifier,
  storeDraft,
} from '../../storage/queries/instrumentDrafts.ts'
import { listInstruments } from '../../storage/queries/instruments.ts'
import { inTransaction } from '../../storage/engine/database.ts'
import type { Queryable } from '../../storage/engine/database.ts'
import { hasActiveWorkflow } from '../../storage/queries/workflows.ts'
import { ApiError } from '../../errors.ts'
import type { Handlers } from '../Handler.ts'

export const drafts: Pick<Handlers, 'putDraft' | 'deleteDraft' | 'putInternalIdentifier'> = {
  putDraft: ({ context, viewer, body }) =>
    inTransaction(context.database.kysely, async (trx) => {
      const { tenant } = viewer
      if (body.draftId !== undefined) await refuseWhereAtWork(trx, tenant, body.draftId)
      const draftId = body.draftId ?? InstrumentId.parse(freshSalt())
      await storeDraft(trx, tenant, { ...body, draftId })
      const draft = await findDraft(trx, tenant, draftId)
      if (draft === undefined) throw new ApiError('draftNotFound')
      await announceDraft(trx, tenant, draftId)
      return draft
    }),

  deleteDraft: ({ context, viewer, query }) =>
    inTransaction(context.database.kysely, async (trx) => {
      await refuseWhereAtWork(trx, viewer.tenant, query.draftId)
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
}

/** What users are asked to confirm must not change under them. */
async function refuseWhereAtWork(trx: Queryable, tenant: Address, draftId: InstrumentId): Promise<void> {
  if ((await findDraft(trx, tenant, draftId)) === undefined) throw new ApiError('draftNotFound')
  if (await hasActiveWorkflow(trx, tenant, 'instrument', draftId)) throw new ApiError('draftHasWorkflow')
}

const announceDraft = (trx: Queryable, tenant: Address, id: string) =>
  announce(trx, [{ topic: 'instruments', keys: [id], block: null, txHashes: [], tenants: [tenant] }])
