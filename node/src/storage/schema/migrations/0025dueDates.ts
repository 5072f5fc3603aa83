// Which open deals end by notice, and which instruments mature or pay coupons: what falls due is found by an index.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const amended = `q.details #> '{deal,amend}'`
const last = (
  term: string,
) => `(array_agg(${amended} -> '${term}' ORDER BY e.closed_block DESC, e.closed_log_index DESC)
  FILTER (WHERE ${amended} ? '${term}'))[1]`

const statements = [
  `ALTER TABLE open_lots ADD COLUMN term_type text COLLATE "C" NOT NULL DEFAULT 'OPEN',
     ADD COLUMN notice_days int4 NOT NULL DEFAULT 0`,
  `UPDATE open_lots l SET
     term_type = coalesce(a.term_type #>> '{}', h.details #>> '{loan,termType}',
       CASE WHEN h.details #>> '{repo,repurchaseDate}' IS NULL THEN 'OPEN' ELSE 'FIXED' END),
     notice_days = coalesce(a.notice_days::int4, (h.details #> '{loan,noticeDays}')::int4, 0)
   FROM delivery_details h CROSS JOIN LATERAL (
     SELECT ${last('termType')} AS term_type, ${last('noticeDays')} AS notice_days
     FROM delivery_details q JOIN deliveries e ON e.delivery_id = q.delivery_id AND e.to_block IS NULL
       AND e.private_data_fp = q.fingerprint AND e.state = 'SETTLED'
     WHERE q.tenant = h.tenant AND (q.details ->> 'openingDeliveryId') COLLATE "C" = h.delivery_id
       AND ${amended} IS NOT NULL AND EXISTS (
         SELECT 1 FROM transfer_views c JOIN open_lots o ON o.tenant = c.viewer AND o.counterparty = c.counterparty
         WHERE c.delivery_id = q.delivery_id AND c.to_block IS NULL AND c.viewer = h.tenant
           AND o.delivery_id = h.delivery_id)) a
   WHERE h.tenant = l.tenant AND h.delivery_id = l.delivery_id AND h.is_open_deal`,
  `CREATE INDEX open_lots_by_notice ON open_lots (tenant, delivery_id)
     WHERE notice_days > 0 AND term_type IN ('EVERGREEN', 'EXTENDABLE')`,
  `CREATE INDEX open_lots_by_asset ON open_lots (tenant, asset_manager, asset_id)`,
  `CREATE INDEX instrument_details_by_maturity ON instrument_details (((details ->> 'maturityDate') COLLATE "C"))`,
  `CREATE INDEX instrument_details_coupons ON instrument_details (instrument_id)
     WHERE details -> 'customFields' @> '[{"name":"couponFrequency"}]'`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
