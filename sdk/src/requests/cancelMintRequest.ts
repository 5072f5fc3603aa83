import type { Client } from '../createClient.ts'
import { cancelDelivery } from '../deliveries/cancelTransfer.ts'
import type { Canceled, CancelParameters } from '../deliveries/cancelTransfer.ts'
import { getTransfer } from '../deliveries/getTransfer.ts'
import { ClientError } from '../errors.ts'
import { requireClient } from '../http/requireClient.ts'
import type { SendOptions } from '../ledger/progress.ts'

/**
 * Takes back a pending mint request: the requester alone may.
 *
 * @example
 * await cancelMintRequest(client, { deliveryId })
 */
export async function cancelMintRequest(
  client: Client,
  parameters: CancelParameters,
  options: SendOptions = {},
): Promise<Canceled> {
  requireClient(client)
  const transfer = await getTransfer(client, parameters.deliveryId, { signal: options.signal })
  if (transfer.transferType !== 'MINT') throw new ClientError('wrongTransfer', 'mint request')
  return cancelDelivery(client, transfer, parameters.reason, options)
}
