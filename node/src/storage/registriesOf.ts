// In which registries there is something of a tenant's, or kept by it: one look into an index for each of them, however many
// rows it has there.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Address } from '@connex/protocol'
import { holdsAt } from './holdsAt.ts'

type Party = 'owner' | 'registrar'

/** Each index that has a registry's rows together, and the columns by which. */
const INDEXES: readonly (readonly [table: string, party: Party, keys: readonly string[]])[] = [
  ['positions', 'owner', ['registry_manager', 'registrar', 'registry_id']],
  ['positions', 'registrar', ['registry_manager', 'registry_id']],
  ['entries', 'owner', ['registry_manager', 'registry_id']],
  ['entries', 'registrar', ['registry_manager', 'registry_id']],
]

/** A derived table of registry_manager, registrar, registry_id and instrument_id. What is held over chains stands in `positions` too. */
export function registriesOf(tenant: Address): RawBuilder<unknown> {
  const each = INDEXES.map(([table, party, keys]) => stepwise(table, party, keys, tenant))
  return sql`(${sql.join(each, sql` UNION `)})`
}

/** From one registry to the next in the index's order. */
function stepwise(
  table: string,
  party: Party,
  keys: readonly string[],
  tenant: Address,
): RawBuilder<unknown> {
  const columns = (alias: string) => sql.join(keys.map((key) => sql.ref(`${alias}.${key}`)))
  const first = (further: RawBuilder<unknown>) => sql`
    SELECT s.registry_manager, s.registrar, s.registry_id, s.instrument_id FROM ${sql.table(table)} s
    WHERE ${sql.ref(`s.${party}`)} = ${tenant} AND ${holdsAt('s')} AND ${further}
    ORDER BY ${columns('s')} LIMIT 1`
  return sql`(WITH RECURSIVE step AS (
    (${first(sql`true`)})
    UNION ALL
    SELECT n.* FROM step l CROSS JOIN LATERAL (${first(sql`(${columns('s')}) > (${columns('l')})`)}) n
  ) SELECT * FROM step)`
}
