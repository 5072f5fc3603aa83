// What the ledger's managers call each leg: by that a reference on an earmark or a movement leads back to its delivery.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { legReference } from '@connex/protocol'

const ROWS = 1_000

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE legs ADD COLUMN reference text COLLATE "C"`.execute(db)
  for (;;) {
    const { rows } = await sql<{ delivery_id: string; leg_idx: number }>`
      SELECT delivery_id, leg_idx FROM legs WHERE reference IS NULL LIMIT ${ROWS}`.execute(db)
    if (rows.length === 0) break
    const [ids, indexes] = [rows.map((row) => row.delivery_id), rows.map((row) => row.leg_idx)]
    const references = rows.map((row) => legReference(row.delivery_id, row.leg_idx))
    await sql`
      UPDATE legs l SET reference = n.reference
      FROM unnest(${ids}::text[], ${indexes}::integer[], ${references}::text[]) AS n (delivery_id, leg_idx, reference)
      WHERE l.delivery_id = n.delivery_id AND l.leg_idx = n.leg_idx`.execute(db)
  }
  await sql`ALTER TABLE legs ALTER COLUMN reference SET NOT NULL`.execute(db)
  await sql`CREATE INDEX legs_by_reference ON legs (reference)`.execute(db)
}
