// The sums of listed transfers: what they deliver and receive by unit, and what they pay by currency.
import type { Address, CallQuery, Paging, TransferTotals } from '@connex/protocol'
import { sql } from 'kysely'
import type { Queryable } from '../engine/database.ts'
import { blockAt } from '../lists/asOf.ts'
import { selectListed } from '../queries/transfers.ts'
import { sumViews } from './viewSums.ts'

/** Takes the list's query; its page is of no meaning. */
export async function sumTransfers(
  db: Queryable,
  tenant: Address,
  filters: CallQuery<'transfers'>,
  paging: Paging,
): Promise<TransferTotals> {
  const block = await blockAt(db, filters)
  const listed = sql`(${selectListed(db, tenant, filters, paging, block)})`
  const sumsOf = await sumViews(db, tenant, listed, { isByCounterparty: false, block })
  return sumsOf(null)
}
