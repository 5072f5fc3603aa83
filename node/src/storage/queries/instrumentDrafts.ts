// Drafts: instruments that are not on the ledger yet. And a tenant's own identifiers of instruments that are.
import type { Address, InstrumentDetails, InstrumentDraft, InstrumentId } from '@connex/protocol'
import { nowSeconds } from '../engine/database.ts'
import type { Queryable } from '../engine/database.ts'

const COLUMNS = [
  'draft_id as draftId',
  'instrument_type as instrumentType',
  'identifier_type as identifierType',
  'identifier',
  'decimals',
  'details',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

export async function findDraft(
  db: Queryable,
  tenant: Address,
  draftId: InstrumentId,
): Promise<InstrumentDraft | undefined> {
  const row = await db
    .selectFrom('instrument_drafts')
    .select(COLUMNS)
    .where('tenant', '=', tenant)
    .where('draft_id', '=', draftId)
    .executeTakeFirst()
  return row && { ...row, details: row.details as InstrumentDetails }
}

/** The details of a tenant's own drafts among some instruments. */
export async function loadDraftDetails(
  db: Queryable,
  tenant: Address,
  ids: readonly InstrumentId[],
): Promise<{ instrumentId: InstrumentId; details: InstrumentDetails }[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('instrument_drafts')
    .select(['draft_id', 'details'])
    .where('tenant', '=', tenant)
    .where('draft_id', 'in', ids)
    .execute()
  return rows.map((row) => ({ instrumentId: row.draft_id, details: row.details as InstrumentDetails }))
}

/** Inserts or replaces a draft. */
export async function storeDraft(
  db: Queryable,
  tenant: Address,
  draft: Omit<InstrumentDraft, 'createdAt' | 'updatedAt'>,
): Promise<void> {
  const now = nowSeconds()
  const row = {
    instrument_type: draft.instrumentType,
    identifier_type: draft.identifierType,
    identifier: draft.identifier,
    decimals: draft.decimals,
    details: JSON.stringify(draft.details),
    updated_at: now,
  }
  await db
    .insertInto('instrument_drafts')
    .values({ tenant, draft_id: draft.draftId, created_at: now, ...row })
    .onConflict((conflict) => conflict.columns(['tenant', 'draft_id']).doUpdateSet(row))
    .execute()
}

export async function deleteDraftRow(db: Queryable, tenant: Address, draftId: InstrumentId): Promise<void> {
  await db
    .deleteFrom('instrument_drafts')
    .where('tenant', '=', tenant)
    .where('draft_id', '=', draftId)
    .execute()
}

/** Null removes it. */
export async function setInternalIdentifier(
  db: Queryable,
  tenant: Address,
  instrumentId: InstrumentId,
  identifier: string | null,
): Promise<void> {
  if (identifier === null) {
    await db
      .deleteFrom('internal_identifiers')
      .where('tenant', '=', tenant)
      .where('instrument_id', '=', instrumentId)
      .execute()
    return
  }
  await db
    .insertInto('internal_identifiers')
    .values({ tenant, instrument_id: instrumentId, internal_identifier: identifier })
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'instrument_id']).doUpdateSet({ internal_identifier: identifier }),
    )
    .execute()
}
