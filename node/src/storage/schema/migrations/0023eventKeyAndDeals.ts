// The key of the ids of a stream's events: it was derived from the node account's key, which a server need not have. Where in its block
// the ledger closed a delivery: the events of a deal count in that order. A deal is open until everything has gone back, in as
// many parts as its parties like.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** As in projections/openDeals.ts. */
const hasOutstanding = `EXISTS (
  SELECT 1 FROM transfer_views v JOIN legs l ON l.leg_type NOT IN ('NONE', 'EXTERNAL')
    AND ((l.sender = v.sender AND l.receiver = v.receiver) OR (l.sender = v.receiver AND l.receiver = v.sender))
    AND (l.delivery_id = h.delivery_id OR l.delivery_id IN (
      SELECT q.delivery_id FROM delivery_details q
      JOIN deliveries e ON e.delivery_id = q.delivery_id AND e.to_block IS NULL
      WHERE q.tenant = h.tenant AND (q.details ->> 'openingDeliveryId') COLLATE "C" = h.delivery_id
        AND e.private_data_fp = q.fingerprint AND e.state = 'SETTLED'))
  WHERE v.delivery_id = h.delivery_id AND v.viewer = h.tenant AND v.to_block IS NULL
  GROUP BY l.asset_manager, l.asset_id
  HAVING sum(CASE WHEN l.sender = v.sender THEN l.quantity ELSE -l.quantity END) <> 0)`

const isOpenDeal = `coalesce((
  SELECT d.private_data_fp = h.fingerprint AND d.state = 'SETTLED' AND v.transfer_type IN ('REPO', 'SEC_LEND')
    AND h.details ->> 'openingDeliveryId' IS NULL AND ${hasOutstanding}
  FROM deliveries d JOIN transfer_views v ON v.delivery_id = d.delivery_id AND v.viewer = h.tenant AND v.to_block IS NULL
  WHERE d.delivery_id = h.delivery_id AND d.to_block IS NULL), false)`

const statements = [
  `CREATE TABLE event_key (key text NOT NULL)`,
  `ALTER TABLE deliveries ADD COLUMN closed_log_index int4`,
  // The confirmation that closed a delivery comes right before it. Without one in that block, nothing else of it is known.
  `UPDATE deliveries d SET closed_log_index = coalesce(
     (SELECT max(c.log_index) FROM confirmations c
       WHERE c.delivery_id = d.delivery_id AND c.from_block = d.closed_block), 0)
     WHERE d.closed_block IS NOT NULL`,
  `UPDATE delivery_details h SET is_open_deal = NOT is_open_deal WHERE is_open_deal <> ${isOpenDeal}`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
  await sql`INSERT INTO event_key (key) VALUES (${randomBytes(32).toString('hex')})`.execute(db)
}
