import type { Delivery, DeliveryId, DeliveryState } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { call } from '../http/call.ts'

/**
 * The delivery that closes a repo or a securities loan, settled or on its way; undefined while it is open. A canceled one
 * closes nothing.
 *
 * @example
 * const closing = await findClosing(client, opening)
 * console.log(closing === undefined ? 'open' : closing.deliveryState)
 */
export async function findClosing(
  client: Client,
  opening: DeliveryId,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<Delivery | undefined> {
  const deliveryState: DeliveryState[] = ['CREATED', 'PENDING', 'SETTLED']
  const query = { openingDeliveryIds: [opening], deliveryState, itemsPerPage: 1 }
  const { items } = await call(client, 'deliveries', { query, signal })
  return items[0]
}
