// The private details of what was prepared, stored as the caller itself would store them.
import { receiveDeliveryDetails } from '../../exchange/incoming/deliveryDetails.ts'
import type { Call } from '../call/handler.ts'
import type { Acted } from './transaction.ts'

/** The calls that prepare what a user does with a delivery. */
export type Acting =
  | Call<'prepareTransfer'>
  | Call<'prepareReturn'>
  | Call<'prepareSubstitution'>
  | Call<'prepareConfirmation'>
  | Call<'prepareCancel'>

/** In one database transaction with the entry of the audit. Nothing, unless a delivery is to be created. */
export async function storeDetails(
  call: Acting | Call<'prepareProposal'>,
  { deliveryId, details }: Pick<Acted, 'deliveryId' | 'details'>,
): Promise<void> {
  if (details === undefined) return
  await call.change(async (trx) => {
    const { context, viewer } = call
    const inTransaction = { ...context, database: { ...context.database, kysely: trx } }
    // What acts has found out already whether the peers support it.
    await receiveDeliveryDetails(inTransaction, viewer, { deliveryId, details })
    return { deliveryId }
  })
}
