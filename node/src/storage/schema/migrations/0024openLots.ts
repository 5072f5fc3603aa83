// What open deals have outstanding, which a desk asks for at every moment: see projections/openDeals.ts.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const hex = 'text COLLATE "C" NOT NULL'

/** The settled deliveries `e` that name the opening of the details `h`, by details `q`. */
const settled = `delivery_details q JOIN deliveries e ON e.delivery_id = q.delivery_id AND e.to_block IS NULL
  AND e.private_data_fp = q.fingerprint AND e.state = 'SETTLED'
  WHERE q.tenant = h.tenant AND (q.details ->> 'openingDeliveryId') COLLATE "C" = h.delivery_id`

const statements = [
  `CREATE TABLE open_lots (tenant ${hex}, delivery_id ${hex}, asset_manager ${hex}, asset_id ${hex}, registrar ${hex},
     counterparty ${hex}, end_day text COLLATE "C", rest numeric NOT NULL,
     PRIMARY KEY (tenant, delivery_id, asset_manager, asset_id, registrar))`,
  `CREATE INDEX open_lots_by_delivery ON open_lots (delivery_id)`,
  `INSERT INTO open_lots (tenant, delivery_id, asset_manager, asset_id, registrar, counterparty, end_day, rest)
   SELECT h.tenant, h.delivery_id, l.asset_manager, l.asset_id, l.registrar, o.counterparty,
     CASE WHEN a.is_amended THEN a.end_day
       ELSE coalesce(h.details #>> '{repo,repurchaseDate}', h.details #>> '{loan,endDate}') END,
     sum(CASE WHEN l.receiver = h.tenant THEN l.quantity ELSE -l.quantity END)
   FROM delivery_details h
   JOIN (
     SELECT v.delivery_id, v.viewer, CASE WHEN v.sender = v.viewer THEN v.receiver ELSE v.sender END AS counterparty
     FROM transfer_views v WHERE v.to_block IS NULL AND v.viewer IN (v.sender, v.receiver)) o
     ON o.delivery_id = h.delivery_id AND o.viewer = h.tenant
   LEFT JOIN LATERAL (
     SELECT true AS is_amended, q.details #>> '{deal,amend,repurchaseDate}' AS end_day
     FROM ${settled} AND q.details #> '{deal,amend}' ? 'repurchaseDate'
       AND EXISTS (SELECT 1 FROM transfer_views c WHERE c.delivery_id = q.delivery_id AND c.to_block IS NULL
         AND c.viewer = h.tenant AND c.counterparty = o.counterparty)
     ORDER BY e.closed_block DESC, e.closed_log_index DESC LIMIT 1) a ON true
   JOIN LATERAL (
     SELECT l.* FROM legs l WHERE l.delivery_id = h.delivery_id UNION ALL
     SELECT l.* FROM legs l WHERE l.delivery_id IN (SELECT q.delivery_id FROM ${settled})) l ON true
   WHERE h.is_open_deal AND l.leg_type NOT IN ('NONE', 'EXTERNAL')
     AND ((l.sender = h.tenant AND l.receiver = o.counterparty) OR (l.sender = o.counterparty AND l.receiver = h.tenant))
   GROUP BY h.tenant, h.delivery_id, l.asset_manager, l.asset_id, l.registrar, o.counterparty, 7`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
