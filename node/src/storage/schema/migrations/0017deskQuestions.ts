// What waits for whom and since when, and what falls due, without reading a tenant's whole history.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const NOBODY = `'0x0000000000000000000000000000000000000000'`
const PENDING = `('PENDING', 'PENDING_COUNTERPARTY', 'PENDING_CUSTODIAN')`

/** Whether the leg `l` still needs this role's confirmation in the version `v`. */
const owes = (role: string) => `NOT EXISTS (SELECT 1 FROM confirmations c
  WHERE c.delivery_id = l.delivery_id AND c.leg_idx = l.leg_idx AND c.role = '${role}' AND c.from_block <= v.from_block)`

const isMoved = `l.leg_type NOT IN ('EXTERNAL', 'HTLC', 'TRADITIONAL')`

/** The investors who still owe the delivery of the version `v` something, in the order of the duties; see `owedBy`. */
const investors = `
  SELECT l.sender AS tenant, CASE l.leg_type WHEN 'HTLC' THEN 3 WHEN 'TRADITIONAL' THEN 4 WHEN 'EXTERNAL' THEN 5 ELSE 1 END AS duty, l.leg_idx
  FROM legs l WHERE l.delivery_id = v.delivery_id AND NOT (${isMoved} AND l.sender = l.registrar) AND ${owes('sender')}
  UNION ALL
  SELECT l.receiver, CASE l.leg_type WHEN 'TRADITIONAL' THEN 6 WHEN 'EXTERNAL' THEN 7 WHEN 'HTLC' THEN 8 ELSE 2 END, l.leg_idx
  FROM legs l WHERE l.delivery_id = v.delivery_id AND NOT (${isMoved} AND l.receiver = l.registrar) AND ${owes('receiver')}`

const registrars = `
  SELECT l.registrar AS tenant, 2 * l.leg_idx AS duty, l.leg_idx FROM legs l
  WHERE l.delivery_id = v.delivery_id AND l.registrar <> ${NOBODY} AND ${owes('registrar')}
  UNION ALL
  SELECT l.tx_coordinator, 2 * l.leg_idx + 1, l.leg_idx FROM legs l
  WHERE l.delivery_id = v.delivery_id AND l.tx_coordinator <> ${NOBODY} AND ${owes('coordinator')}`

const firstOf = (owed: string) =>
  `(SELECT o.tenant FROM (${owed}) o WHERE o.tenant <> v.viewer ORDER BY o.duty, o.leg_idx LIMIT 1)`

const during = `< coalesce(v.to_block, 9223372036854775807)`

/** As in projections/openDeals.ts. */
const isOpenDeal = `(
  SELECT d.private_data_fp = h.fingerprint AND d.state = 'SETTLED' AND v.transfer_type IN ('REPO', 'SEC_LEND')
    AND h.details ->> 'openingDeliveryId' IS NULL AND (
      SELECT count(*) FROM delivery_details q
      JOIN deliveries e ON e.delivery_id = q.delivery_id AND e.to_block IS NULL
      JOIN transfer_views c ON c.delivery_id = q.delivery_id AND c.viewer = q.tenant AND c.to_block IS NULL
      WHERE q.tenant = h.tenant AND (q.details ->> 'openingDeliveryId') COLLATE "C" = h.delivery_id
        AND e.private_data_fp = q.fingerprint AND e.state = 'SETTLED'
        AND c.sender = v.receiver AND c.receiver = v.sender) = 0
  FROM deliveries d JOIN transfer_views v ON v.delivery_id = d.delivery_id AND v.viewer = h.tenant AND v.to_block IS NULL
  WHERE d.delivery_id = h.delivery_id AND d.to_block IS NULL)`

const statements = [
  `ALTER TABLE transfer_views ADD COLUMN waits_for text COLLATE "C", ADD COLUMN last_at int8 NOT NULL DEFAULT 0`,
  `UPDATE transfer_views v SET
     waits_for = CASE v.state
       WHEN 'PENDING' THEN v.viewer
       WHEN 'PENDING_COUNTERPARTY' THEN ${firstOf(investors)}
       WHEN 'PENDING_CUSTODIAN' THEN coalesce(${firstOf(registrars)}, v.viewer) END,
     last_at = greatest(v.created_at,
       (SELECT max(c.at) FROM confirmations c WHERE c.delivery_id = v.delivery_id AND c.from_block ${during}),
       (SELECT max(c.at) FROM cancel_votes c WHERE c.delivery_id = v.delivery_id AND c.from_block ${during}),
       (SELECT max(d.closed_at) FROM deliveries d WHERE d.delivery_id = v.delivery_id AND d.closed_block ${during}))`,
  `ALTER TABLE transfer_views ALTER COLUMN last_at DROP DEFAULT`,
  `CREATE INDEX transfer_views_pending ON transfer_views
     (viewer, created_block DESC, created_log_index DESC, delivery_id) WHERE to_block IS NULL AND state IN ${PENDING}`,
  `CREATE INDEX transfer_views_by_change ON transfer_views (viewer, last_at) WHERE to_block IS NULL`,
  // Ids are compared byte by byte, so an index in any other order is of no use.
  `DROP INDEX delivery_details_by_opening`,
  `CREATE INDEX delivery_details_by_opening ON delivery_details
     (((details ->> 'openingDeliveryId') COLLATE "C"))`,
  `ALTER TABLE delivery_details ADD COLUMN is_open_deal boolean NOT NULL DEFAULT false`,
  // Without statistics the embedded database would read every transfer for each.
  `ANALYZE transfer_views`,
  `ANALYZE deliveries`,
  `ANALYZE delivery_details`,
  `UPDATE delivery_details h SET is_open_deal = true WHERE ${isOpenDeal}`,
  `CREATE INDEX delivery_details_open ON delivery_details
     (tenant, ((details #>> '{repo,repurchaseDate}') COLLATE "C")) WHERE is_open_deal`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
