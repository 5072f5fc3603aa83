// The private details of what was prepared, stored as the caller itself would store them.
import type { DirectHandlers } from './ownClient.ts'
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
  handlers: DirectHandlers,
  call: Acting | Call<'prepareProposal'>,
  { deliveryId, details }: Pick<Acted, 'deliveryId' | 'details'>,
): Promise<void> {
  if (details === undefined) return
  await call.change(async (trx) => {
    const { context, viewer, version, proof, tokenHash, goneSignal, note } = call
    const inTransaction = { ...context, database: { ...context.database, kysely: trx } }
    const about = { viewer, version, proof, tokenHash, goneSignal, note, params: {}, query: {} }
    const change: typeof call.change = (work) => work(trx)
    const body = { deliveryId, details }
    await handlers.putDeliveryDetails({ ...about, context: inTransaction, change, body })
    return { deliveryId }
  })
}
