import { sql } from 'kysely'
import type { Address, Page, Paging } from '@connex/protocol'
import { page } from './page.ts'
import type { Queryable } from './queryable.ts'

/** The tenants that a server hosts, each with what it says of that; one that has said nothing is hosted. */
export async function listHostedHere(
  db: Queryable,
  hosted: readonly Address[],
  paging: Paging,
): Promise<Page<{ tenantAddr: Address; isHostedHere: boolean }>> {
  const told = db
    .selectFrom(
      sql<{ tenant: Address }>`(SELECT unnest(${[...hosted]}::text[]) COLLATE "C" AS tenant)`.as<'h'>(
        sql.ref('h'),
      ),
    )
    .leftJoin('tenant_records as r', (join) =>
      join.onRef('r.tenant', '=', 'h.tenant').on('r.kind', '=', 'HOSTED_HERE').on('r.key', '=', ''),
    )
    .select([
      'h.tenant as tenantAddr',
      sql<boolean>`COALESCE((r.data->>'isHostedHere')::boolean, true)`.as('isHostedHere'),
    ])
  return page(db.selectFrom(told.as('told')).selectAll(), paging, {
    sorts: { tenantAddr: 'tenantAddr', isHostedHere: 'isHostedHere' },
    defaultSort: 'tenantAddr',
    search: ['tenantAddr'],
    unique: ['tenantAddr'],
  })
}
