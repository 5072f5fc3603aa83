// Which pending transfers another party asks to cancel: it is the viewer's turn to agree. Marked once when a vote is cast, since
// every list in the order of turns would look for votes on each of its transfers.
import { PENDING_STATES } from '@connex/protocol'
import type { DeliveryId } from '@connex/protocol'
import { sql } from 'kysely'
import type { Queryable } from '../engine/database.ts'

/**
 * Call it in the transaction that writes these deliveries' views or votes. A vote counts in every version that it lies before.
 *
 * @example
 * await markCancelRequests(trx, touchedIds)
 */
export async function markCancelRequests(trx: Queryable, deliveryIds: readonly DeliveryId[]): Promise<void> {
  if (deliveryIds.length === 0) return
  await sql`
    WITH votes AS MATERIALIZED (
      SELECT c.delivery_id, c.tenant, c.from_block FROM cancel_votes c
      WHERE c.delivery_id = ANY(${deliveryIds}::text[]))
    UPDATE transfer_views v SET is_cancel_requested = true FROM votes c
    WHERE v.delivery_id = c.delivery_id AND c.tenant <> v.viewer AND NOT v.is_cancel_requested
      AND v.state IN (${sql.join(PENDING_STATES.map((state) => sql.lit(state)))})
      AND c.from_block < coalesce(v.to_block, 9223372036854775807)`.execute(trx)
}

/** After these deliveries' votes are undone. */
export async function unmarkCancelRequests(
  trx: Queryable,
  deliveryIds: readonly DeliveryId[],
): Promise<void> {
  if (deliveryIds.length === 0) return
  await sql`
    UPDATE transfer_views SET is_cancel_requested = false
    WHERE delivery_id = ANY(${deliveryIds}::text[]) AND is_cancel_requested`.execute(trx)
  await markCancelRequests(trx, deliveryIds)
}
