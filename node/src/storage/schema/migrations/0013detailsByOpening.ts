// Finds the delivery that closes a repo or a loan.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `CREATE INDEX delivery_details_by_opening ON delivery_details (tenant, (details ->> 'openingDeliveryId'))`,
    )
    .execute(db)
}
