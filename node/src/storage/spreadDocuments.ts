// The documents that an instrument's details name are everybody's once the ledger has these details' fingerprint: the
// outbox gets a row for each other server.
import type { Address, Fingerprint } from '@connex/protocol'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { nowSeconds } from './queryable.ts'
import type { Queryable } from './queryable.ts'

/** A tenant of each server on the platform that is not this one. */
export const otherServers = (hosted: readonly Address[]): RawBuilder<unknown> => sql`(
  SELECT min(address) AS address FROM tenants
  WHERE to_block IS NULL AND is_registered AND api_url <> '' AND api_url NOT IN (
    SELECT api_url FROM tenants WHERE to_block IS NULL AND address = ANY(${[...hosted]}::text[]))
  GROUP BY api_url)`

/** Of a document that has just been stored. */
export const spreadDocument = (
  trx: Queryable,
  tenant: Address,
  fingerprint: Fingerprint,
  hosted: readonly Address[],
): Promise<void> => spreadDocuments(trx, sql`x.tenant = ${tenant} AND x.fingerprint = ${fingerprint}`, hosted)

/** `among`: which rows of the instrument details `d` and the documents `x` that they name. */
export async function spreadDocuments(
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
