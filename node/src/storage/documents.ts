// Which documents a tenant has stored; the bytes are on disk.
import { sql } from 'kysely'
import type { Address, Fingerprint, InstrumentId } from '@connex/protocol'
import { nowSeconds } from './queryable.ts'
import type { Queryable } from './queryable.ts'

export type DocumentRow = {
  fingerprint: Fingerprint
  contentFp: Fingerprint
  name: string
  mediaType: string
  size: number
}

export async function insertDocument(
  db: Queryable,
  tenant: Address,
  document: DocumentRow & { instrumentId: InstrumentId | null },
): Promise<void> {
  await db
    .insertInto('documents')
    .values({
      tenant,
      fingerprint: document.fingerprint,
      content_fp: document.contentFp,
      name: document.name,
      media_type: document.mediaType,
      size: document.size,
      instrument_id: document.instrumentId,
      stored_at: nowSeconds(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A tenant's own, or one that an instrument's details name whose fingerprint is the ledger's: those are for everybody. */
export async function findDocument(
  db: Queryable,
  tenant: Address,
  fingerprint: Fingerprint,
  contentFp: Fingerprint,
): Promise<DocumentRow | undefined> {
  const named = sql<boolean>`EXISTS (
    SELECT 1 FROM instrument_details i JOIN instruments v ON v.to_block IS NULL AND v.instrument_id = i.instrument_id
      AND v.private_data_fp = i.fingerprint
    WHERE i.tenant = d.tenant AND i.details->'documents' @> jsonb_build_array(
      jsonb_build_object('fingerprint', d.fingerprint, 'contentFp', d.content_fp)))`
  return db
    .selectFrom('documents as d')
    .select(['d.fingerprint', 'd.content_fp as contentFp', 'd.name', 'd.media_type as mediaType', 'd.size'])
    .where('d.fingerprint', '=', fingerprint)
    .where('d.content_fp', '=', contentFp)
    .where((row) => row.or([row('d.tenant', '=', tenant), named]))
    .executeTakeFirst()
}
