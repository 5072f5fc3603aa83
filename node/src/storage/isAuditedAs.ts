import type { Address } from '@connex/protocol'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** Whether entries of a tenant's own audit are about one of these ids. `isAuditedAs(tenant, ['7'], sql`d.delivery_id`)` */
export const isAuditedAs = (
  tenant: Address,
  auditIds: readonly string[],
  ids: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT 1 FROM audit a WHERE a.tenant = ${tenant}
    AND a.id = ANY(${auditIds.map(Number)}::int8[]) AND a.entity_id IN (${ids}))`
