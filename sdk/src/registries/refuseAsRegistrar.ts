import type { DeliveryId } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { cancelTransfer } from '../deliveries/cancelTransfer.ts'
import type { Canceled } from '../deliveries/cancelTransfer.ts'
import type { SendOptions } from '../ledger/progress.ts'

export type RefuseParameters = { deliveryId: DeliveryId; reason: string }

/**
 * The registrar's refusal, at any time before settlement: it cancels the delivery. A payment that was reported has to
 * be returned outside the ledger.
 *
 * @example
 * await refuseAsRegistrar(client, { deliveryId, reason: 'The deposit has not arrived' })
 */
export const refuseAsRegistrar = (
  client: Client,
  parameters: RefuseParameters,
  options: SendOptions = {},
): Promise<Canceled> => cancelTransfer(client, parameters, options)
