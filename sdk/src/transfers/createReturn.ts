// Returns of repos and securities loans: of everything, or of a part of each lot. What a deal is made of is loaded with the first.
import type { ReturnProposal } from '@connex/protocol/deals'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import { fetched } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'
import type { SendOptions } from '../ledger/transaction.ts'
import type { ReturnParameters } from './partReturn.ts'
import type { Created } from './publishDelivery.ts'
import { publishDelivery } from './publishDelivery.ts'

/**
 * A return of a repo or of a securities loan: a delivery linked with its opening. All of it goes back, or a part of each lot; a repo's
 * cash is the repurchase price of what goes back. Quantities that pending deliveries give back already cannot go back twice.
 *
 * @example
 * const { deliveryId } = await createReturn(client, { deliveryId: opening, accounts: { deliver: '1001' } })
 */
export async function createReturn(
  client: Client,
  parameters: ReturnParameters,
  options: SendOptions = {},
): Promise<Created> {
  requireClient(client)
  const { returnDelivery } = await fetched(() => import('./returnDelivery.ts'))
  const delivery = await returnDelivery(client, parameters, { signal: options.signal })
  return publishDelivery(client, delivery, options)
}

/**
 * What `createReturn` would give back and pay, without signing anything; refused as that is.
 *
 * @example
 * const { moves, payment } = await proposeReturn(client, { deliveryId: opening, quantities: { P1: 3_000_000n } })
 */
export async function proposeReturn(
  client: Client,
  parameters: ReturnParameters,
  control: CallControl = {},
): Promise<ReturnProposal> {
  requireClient(client)
  const { returnProposal } = await fetched(() => import('./returnDelivery.ts'))
  return returnProposal(client, parameters, control)
}
