// Which messages of deals wait for an answer, as a condition on `private_records`.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** Whether a message asks something of an open deal that nobody has answered. */
export const unansweredMessages = (isUnanswered: boolean): RawBuilder<boolean> => {
  const asks = sql<boolean>`(type <> 'ANSWER' AND EXISTS (
    SELECT FROM delivery_details h
    WHERE h.tenant = private_records.tenant AND h.delivery_id = private_records.entity_id AND h.is_open_deal)
    AND NOT EXISTS (
      SELECT FROM private_records a
      WHERE a.tenant = private_records.tenant AND a.kind = private_records.kind AND a.entity_id = private_records.entity_id
        AND a.type = 'ANSWER' AND a.data #>> '{message,replyTo}' = private_records.fingerprint))`
  return isUnanswered ? asks : sql<boolean>`NOT ${asks}`
}
