// A tenant's stored documents; the bytes are on disk. Once the ledger has the fingerprint of an instrument's details, their
// documents are public, and the outbox gets a row for each other server.
import type { Address, Fingerprint, InstrumentId } from '@connex/protocol'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { nowSeconds } from '../engine/database.ts'
import type { Queryable } from '../engine/database.ts'

export type DocumentRow = {
  fingerprint: Fingerprint
  contentFp: Fingerprint
  name: string
  mediaType: string
  size: number
}

export type OwnDocument = DocumentRow & { instrumentId: InstrumentId | null; salt: string }

export async function insertDocument(db: Queryable, tenant: Address, document: OwnDocument): Promise<void> {
  await db
    .insertInto('documents')
    .values({
      tenant,
      fingerprint: document.fingerprint,
      content_fp: document.contentFp,
      name: document.name,
      media_type: document.mediaType,
      size: document.size,
      salt: document.salt,
      instrument_id: document.instrumentId,
      stored_at: nowSeconds(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Whether a tenant's details of an instrument name the document, and have the ledger's fingerprint. */
export async function isDocumentNamed(
  db: Queryable,
  tenant: Address,
  { fingerprint, contentFp }: Pick<DocumentRow, 'fingerprint' | 'contentFp'>,
): Promise<boolean> {
  const named = JSON.stringify([{ fingerprint, contentFp }])
  const { rows } = await sql`
    SELECT 1 FROM instrument_details i JOIN instruments v ON v.to_block IS NULL
      AND v.instrument_id = i.instrument_id AND v.private_data_fp = i.fingerprint
    WHERE i.tenant = ${tenant} AND i.details->'documents' @> ${named}::jsonb LIMIT 1`.execute(db)
  return rows.length > 0
}

/** A document with everything that its fingerprint covers, as it is pushed. */
export async function findOwnDocument(
  db: Queryable,
  tenant: Address,
  fingerprint: Fingerprint,
): Promise<OwnDocument | undefined> {
  return db
    .selectFrom('documents')
    .select(['fingerprint', 'content_fp as contentFp', 'name', 'media_type as mediaType', 'size', 'salt'])
    .select('instrument_id as instrumentId')
    .where('tenant', '=', tenant)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()
}

/** The contents among these that belong to a stored document. */
export async function findKnownContents(db: Queryable, contentFps: readonly string[]): Promise<Set<string>> {
  if (contentFps.length === 0) return new Set()
  const rows = await db
    .selectFrom('documents')
    .select('content_fp')
    .distinct()
    .where('content_fp', 'in', contentFps as Fingerprint[])
    .execute()
  return new Set(rows.map((row) => row.content_fp))
}

/** A tenant's own document, or a public one: named by an instrument's details with the ledger's fingerprint. */
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

/** One tenant of each other server on the platform. */
export const otherServers = (hosted: readonly Address[]): RawBuilder<unknown> => sql`(
  SELECT min(address) AS address FROM tenants
  WHERE to_block IS NULL AND is_registered AND api_url <> '' AND api_url NOT IN (
    SELECT api_url FROM tenants WHERE to_block IS NULL AND address = ANY(${[...hosted]}::text[]))
  GROUP BY api_url)`

/** Distributes a document that has just been stored. */
export const distributeDocument = (
  trx: Queryable,
  tenant: Address,
  fingerprint: Fingerprint,
  hosted: readonly Address[],
): Promise<void> =>
  distributeDocuments(trx, sql`x.tenant = ${tenant} AND x.fingerprint = ${fingerprint}`, hosted)

/** `among` selects rows of the instrument details `d` and the documents `x` that they name. */
export async function distributeDocuments(
  trx: Queryable,
  among: RawBuilder<unknown>,
  hosted: readonly Address[],
): Promise<void> {
  const now = nowSeconds()
  await sql`
    INSERT INTO outbox (event, entity_id, fingerprint, dapp, sending_tenant, destination_tenant, status, attempts,
      next_attempt_at, created_at, updated_at)
    SELECT 'DOCUMENT', d.instrument_id, x.fingerprint, v.instrument_manager, d.tenant, t.address, 'PENDING', 0,
      ${now}::int8, ${now}::int8, ${now}::int8
    FROM instrument_details d
    JOIN instruments v ON v.to_block IS NULL AND v.instrument_id = d.instrument_id
      AND v.private_data_fp = d.fingerprint
    CROSS JOIN LATERAL jsonb_array_elements(coalesce(d.details->'documents', '[]')) AS n(named)
    JOIN documents x ON x.tenant = d.tenant AND x.fingerprint = n.named->>'fingerprint'
      AND x.content_fp = n.named->>'contentFp' AND x.salt <> ''
    CROSS JOIN ${otherServers(hosted)} t
    WHERE ${among} AND d.status = 'SYNCED' AND d.sender IS NULL AND d.tenant = ANY(${[...hosted]}::text[])
    ON CONFLICT DO NOTHING`.execute(trx)
}
