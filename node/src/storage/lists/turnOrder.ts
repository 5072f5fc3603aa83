// Whose turn a transfer is, and the order in which a desk needs its transfers.
import { sql } from 'kysely'

/** protocol's `isWaitingFor` of the view `v` and its viewer; a test compares the two. */
export const IS_YOURS = sql<boolean>`(v.state = 'PENDING' OR v.is_cancel_requested)`

/**
 * The viewer's own turns first, then those of others, both by value date with none at the end, then what has ended, the newest
 * first. One number, because an index on it gives a page of any list without sorting the rest; 0018turnOrder has the same. `least`
 * takes no value date for the latest.
 */
export const TURN_ORDER = sql<number>`(CASE
  WHEN v.state = 'PENDING' OR v.is_cancel_requested THEN least(v.value_date, 1000000000000)
  WHEN v.state IN ('PENDING_COUNTERPARTY', 'PENDING_CUSTODIAN') THEN 2000000000000 + least(v.value_date, 1000000000000)
  ELSE 9000000000000 - v.created_block END)`
