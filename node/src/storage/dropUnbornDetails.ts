import type { Queryable } from './queryable.ts'

/** Private data whose delivery, instrument or fingerprint never reached the ledger is not kept. */
export async function dropUnbornDetails(db: Queryable, storedBefore: number): Promise<void> {
  await db
    .deleteFrom('delivery_details')
    .where('status', '=', 'PENDING')
    .where('stored_at', '<', storedBefore)
    .execute()
  await db
    .deleteFrom('instrument_details')
    .where('status', '=', 'PENDING')
    .where('stored_at', '<', storedBefore)
    .execute()
  await db
    .deleteFrom('private_records')
    .where('status', '=', 'PENDING')
    .where('created_at', '<', storedBefore)
    .execute()
}
