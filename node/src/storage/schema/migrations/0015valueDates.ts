// Sorts and filters transfers by value date and by day of creation; transfers without a value date come last.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  `ALTER TABLE transfer_views ADD COLUMN value_date bigint`,
  `UPDATE transfer_views SET value_date = d.value_date
     FROM (SELECT DISTINCT delivery_id, value_date FROM deliveries WHERE value_date > 0) d
     WHERE d.delivery_id = transfer_views.delivery_id`,
  `CREATE INDEX transfer_views_by_value_date ON transfer_views
     (viewer, value_date, created_block, created_log_index, delivery_id) WHERE to_block IS NULL`,
  `CREATE INDEX transfer_views_by_day ON transfer_views (viewer, created_at) WHERE to_block IS NULL`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
