import type { Client } from '../createClient.ts'
import { cancelDelivery } from '../deliveries/cancelTransfer.ts'
import type { Canceled, CancelParameters } from '../deliveries/cancelTransfer.ts'
import { getTransfer } from '../deliveries/getTransfer.ts'
import { ClientError } from '../errors.ts'
import { requireClient } from '../http/requireClient.ts'
import type { SendOptions } from '../ledger/progress.ts'

/**
 * Takes back a pending burn request: the requester alone may.
 *
 * @example
 * await cancelBurnRequest(client, { deliveryId })
 */
export async function cancelBurnRequest(
  client: Client,
  parameters: CancelParameters,
  options: SendOptions = {},
): Promise<Canceled> {
  requireClient(client)
  const transfer = await getTransfer(client, parameters.deliveryId, { signal: options.signal })
  if (transfer.transferType !== 'BURN') throw new ClientError('wrongTransfer', 'burn request')
  return cancelDelivery(client, transfer, parameters.reason, options)
}
