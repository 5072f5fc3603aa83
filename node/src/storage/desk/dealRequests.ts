// Requests between the parties of a desk's open deals: recalls and requests to substitute, with what has become of them.
import { foreignText } from '@connex/protocol'
import type {
  Address,
  CallQuery,
  DealRequest,
  DeliveryId,
  Fingerprint,
  Page,
  RequestParty,
  Seconds,
  TransferType,
} from '@connex/protocol'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from '../engine/database.ts'
import { offsetOf } from '../lists/page.ts'
import { viewsBy } from '../projections/dealRows.ts'
import { loadMessages, requestState } from '../sharing/dealMessages.ts'
import { loadDeals } from './dueDeals.ts'
import { loadTerms, securitiesOfLots } from './dueSecurities.ts'

/**
 * From `FROM` on: the tenant's requests `r` on open deals with their details `h`, their views `v` and their states `s.state`. Without those
 * that were pushed under a wrong fingerprint; `only` is a further condition on the records `x`. Conditions may follow.
 */
export const requestsOnOpenDeals = (
  tenant: Address,
  only: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> => sql`
  FROM (SELECT * FROM private_records x
    WHERE x.tenant = ${tenant} AND x.kind = 'DEAL_MESSAGE' AND x.type <> 'ANSWER' AND x.status <> 'FINGERPRINT_MISMATCH'
      AND ${only} OFFSET 0) r
  CROSS JOIN LATERAL (SELECT * FROM delivery_details o
    WHERE o.tenant = ${tenant} AND o.delivery_id = r.entity_id AND o.is_open_deal OFFSET 0) h
  CROSS JOIN LATERAL ${viewsBy(sql`h.delivery_id`)} v
  CROSS JOIN LATERAL (SELECT ${requestState('r')} AS state OFFSET 0) s
  WHERE v.viewer = ${tenant}`

/** Who answers the request `r`. */
export const requestParty = (tenant: Address): RawBuilder<RequestParty> =>
  sql<RequestParty>`CASE WHEN r.author_tenant = ${tenant} THEN 'COUNTERPARTY' ELSE 'YOU' END`

type Row = {
  messageId: Fingerprint
  openingDeliveryId: DeliveryId
  party: RequestParty
  transferType: TransferType
  counterpartyAddr: Address
  createdAt: Seconds
  total: number
}

/** Those that nobody has answered, the oldest first. */
export async function listDealRequests(
  db: Queryable,
  tenant: Address,
  query: CallQuery<'dealRequests'>,
  today: string,
): Promise<Page<DealRequest>> {
  const { rows, totalItemCount } = await readRows(db, tenant, query)
  const [messages, deals] = await Promise.all([
    loadMessages(
      db,
      tenant,
      rows.map(({ messageId }) => messageId),
    ),
    loadDeals(db, tenant, [...new Set(rows.map(({ openingDeliveryId }) => openingDeliveryId))], today),
  ])
  const assets = [...deals.values()].flatMap(({ lots }) => lots.map(({ asset }) => asset.instrumentId))
  const terms = await loadTerms(db, assets)
  const items = rows.flatMap((row): DealRequest[] => {
    const { messageId, openingDeliveryId, party, transferType, counterpartyAddr, createdAt } = row
    const message = messages.get(messageId)?.message
    if (message === undefined || message.kind === 'ANSWER') return []
    const { kind, lots, offered = [], date = null, text } = message
    const securities = securitiesOfLots(lots, deals.get(openingDeliveryId), terms)
    const found = { messageId, openingDeliveryId, party, transferType, counterpartyAddr, createdAt }
    return [{ ...found, kind, securities, offered, date, text: foreignText(text) }]
  })
  return { items, pageItemCount: items.length, totalItemCount }
}

async function readRows(
  db: Queryable,
  tenant: Address,
  query: CallQuery<'dealRequests'>,
): Promise<{ rows: readonly Row[]; totalItemCount: number }> {
  const { limit, offset } = offsetOf(query)
  const { rows } = await sql<Row>`
    SELECT r.fingerprint AS "messageId", v.delivery_id AS "openingDeliveryId", ${requestParty(tenant)} AS party,
      v.transfer_type AS "transferType", v.counterparty AS "counterpartyAddr", r.created_at AS "createdAt",
      (count(*) OVER ())::int8 AS total
    ${requestsOnOpenDeals(tenant)} AND s.state = 'OPEN'
      ${query.party === undefined ? sql`` : sql`AND ${requestParty(tenant)} = ${query.party}`}
    ORDER BY r.created_at, r.fingerprint LIMIT ${limit} OFFSET ${offset}`.execute(db)
  const [first] = rows
  if (first !== undefined || offset === 0) return { rows, totalItemCount: first?.total ?? 0 }
  return {
    rows,
    totalItemCount: (await readRows(db, tenant, { ...query, page: 1, itemsPerPage: 1 })).totalItemCount,
  }
}
