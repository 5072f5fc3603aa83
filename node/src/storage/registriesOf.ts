// In which registries there is something of a tenant's, or which it keeps: one look into an index for each of them, however
// many rows it has there.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Address } from '@connex/protocol'
import { holdsAt } from './holdsAt.ts'

/** A derived table of registry_manager, registrar, registry_id and instrument_id. What is held over chains stands in `positions` too. */
export const registriesOf = (tenant: Address): RawBuilder<unknown> => sql`(
  SELECT registry_manager, registrar, registry_id, instrument_id FROM registries
  WHERE registrar = ${tenant} AND ${holdsAt('registries')}
  UNION ${ownedIn('positions', ['registry_manager', 'registrar', 'registry_id'], tenant)}
  UNION ${ownedIn('entries', ['registry_manager', 'registry_id'], tenant)})`

/** From one registry to the next in the order of the index of owners, which goes on by these columns. */
function ownedIn(table: string, keys: readonly string[], tenant: Address): RawBuilder<unknown> {
  const columns = (alias: string) => sql.raw(keys.map((key) => `${alias}.${key}`).join())
  const first = (further: RawBuilder<unknown>) => sql`
    SELECT s.registry_manager, s.registrar, s.registry_id, s.instrument_id FROM ${sql.table(table)} s
    WHERE s.owner = ${tenant} AND ${holdsAt('s')} AND ${further} ORDER BY ${columns('s')} LIMIT 1`
  return sql`(WITH RECURSIVE step AS (
    (${first(sql`true`)})
    UNION ALL
    SELECT n.* FROM step l CROSS JOIN LATERAL (${first(sql`(${columns('s')}) > (${columns('l')})`)}) n
  ) SELECT * FROM step)`
}
