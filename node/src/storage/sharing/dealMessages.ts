// What has become of the messages of deals, as SQL on `private_records`. protocol's `requestStates` says the same of one deal's messages;
// a test compares the two.
import type { Address, DealMessage, Fingerprint, Seconds } from '@connex/protocol'
import type { DealMessageState } from '@connex/protocol/deals'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from '../engine/database.ts'
import { eventsAt } from '../projections/dealRows.ts'

/** Of the past: what had settled by the block, and the answers that had arrived by the time. */
type Past = { block?: number | undefined; at?: Seconds | undefined }

/** The state of the request `record`, a row of `private_records` on the deal that the details `h` open. `requestState('r')` */
export function requestState(record: string, { block, at }: Past = {}): RawBuilder<DealMessageState> {
  const of = (column: string) => sql.ref(`${record}.${column}`)
  const answers = sql`(
    SELECT x.fingerprint, x.author_tenant, x.data -> 'message' AS message FROM private_records x
    WHERE x.tenant = ${of('tenant')} AND x.kind = ${of('kind')} AND x.entity_id = ${of('entity_id')} AND x.type = 'ANSWER'
      AND x.status <> 'FINGERPRINT_MISMATCH' AND x.data #>> '{message,replyTo}' = ${of('fingerprint')}
      AND ${at === undefined ? sql`true` : sql`x.created_at <= ${at}`})`
  return sql<DealMessageState>`CASE
    WHEN EXISTS (SELECT 1 ${eventsAt(block)} AND e.state = 'SETTLED' AND q.details #> '{deal,answers}' ? ${of('fingerprint')}) THEN 'DONE'
    WHEN EXISTS (SELECT 1 FROM ${answers} a
      WHERE a.author_tenant = ${of('author_tenant')} AND a.message ->> 'isAgreed' = 'false') THEN 'WITHDRAWN'
    ELSE coalesce((
      SELECT CASE a.message ->> 'isAgreed' WHEN 'true' THEN 'AGREED' ELSE 'DECLINED' END FROM ${answers} a
      WHERE a.author_tenant <> ${of('author_tenant')}
      ORDER BY (a.message ->> 'sequence')::int8 DESC, a.fingerprint COLLATE "C" DESC LIMIT 1), 'OPEN') END`
}

/** Whether a message asks something of an open deal that nobody has answered. */
export const unansweredMessages = (isUnanswered: boolean): RawBuilder<boolean> => {
  const asks = sql<boolean>`(type <> 'ANSWER' AND EXISTS (
    SELECT FROM delivery_details h
    WHERE h.tenant = private_records.tenant AND h.delivery_id = private_records.entity_id AND h.is_open_deal
      AND ${requestState('private_records')} = 'OPEN'))`
  return isUnanswered ? asks : sql<boolean>`NOT ${asks}`
}

type LoadedMessage = { authorTenantAddr: Address; message: DealMessage }

/** A tenant's copies of these messages, without those that have another fingerprint. */
export async function loadMessages(
  db: Queryable,
  tenant: Address,
  ids: readonly Fingerprint[],
): Promise<Map<Fingerprint, LoadedMessage>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('private_records')
    .select(['fingerprint', 'author_tenant', 'data'])
    .where('tenant', '=', tenant)
    .where('kind', '=', 'DEAL_MESSAGE')
    .where('fingerprint', 'in', [...ids])
    .where('status', '<>', 'FINGERPRINT_MISMATCH')
    .execute()
  return new Map(
    rows.map(({ fingerprint, author_tenant: authorTenantAddr, data }) => [
      fingerprint,
      { authorTenantAddr, message: (data as { message: DealMessage }).message },
    ]),
  )
}
