import { sql } from 'kysely'
import type { Address, Bytes32 } from '@connex/protocol'
import type { Queryable } from './queryable.ts'

/**
 * Of entries that began where others ended: whether the new ones are as much as those, by the details that a tenant has.
 * The ledger cannot tell, since it knows fingerprints alone. An entry of which the tenant does not know all is left out.
 */
export async function listConserved(
  db: Queryable,
  tenant: Address,
  fingerprints: readonly Bytes32[],
  block: number | undefined,
): Promise<Map<Bytes32, boolean>> {
  if (fingerprints.length === 0) return new Map()
  const { rows } = await sql<{ fingerprint: Bytes32; is_conserved: boolean }>`
    WITH sums AS (
      SELECT c.fingerprint, every(p.fingerprint IS NOT NULL) AS is_known,
        bool_or(m.side = 'spent') AS was_anything_spent,
        sum((p.data->>'quantity')::numeric * CASE m.side WHEN 'spent' THEN -1 ELSE 1 END) AS difference
      FROM entry_movement_parts c
      JOIN entry_movement_parts m ON m.tx_hash = c.tx_hash AND m.log_index = c.log_index
      LEFT JOIN private_records p ON p.tenant = ${tenant} AND p.kind = 'ENTRY' AND p.fingerprint = m.fingerprint
      WHERE c.side = 'created' AND c.fingerprint = ANY(${[...fingerprints]}::text[])
        AND c.from_block <= COALESCE(${block ?? null}::int8, c.from_block)
      GROUP BY c.fingerprint, c.tx_hash, c.log_index)
    SELECT fingerprint, bool_and(difference = 0) AS is_conserved FROM sums
    WHERE is_known AND was_anything_spent GROUP BY fingerprint`.execute(db)
  return new Map(rows.map(({ fingerprint, is_conserved }) => [fingerprint, is_conserved]))
}
