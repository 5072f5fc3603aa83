import type { DeliveryId, Transfer } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { ClientError } from '../errors.ts'
import type { CallControl } from '../http/call.ts'
import { listTransfers } from './listTransfers.ts'

/**
 * One transfer of the own tenant's.
 *
 * @example
 * const { state, legs } = await getTransfer(client, deliveryId)
 */
export async function getTransfer(
  client: Client,
  deliveryId: DeliveryId,
  control: CallControl = {},
): Promise<Transfer> {
  const { items } = await listTransfers(client, { transferId: [deliveryId] }, control)
  const [transfer] = items
  if (transfer === undefined) throw new ClientError('notFound', `Transfer ${deliveryId}`)
  return transfer
}
