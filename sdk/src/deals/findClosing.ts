import type { Delivery, DeliveryId, DeliveryState } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { call, fetched } from '../http/call.ts'

/**
 * The delivery with which everything of a repo or a securities loan has gone back, or is on its way back; undefined while something
 * else is outstanding. A canceled one closes nothing.
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
  const { totalItemCount } = await call(client, 'deliveries', { query, signal })
  if (totalItemCount === 0) return undefined
  const { closingDelivery, getDeal } = await fetched(() => import('./deals.ts'))
  return closingDelivery(await getDeal(client, opening, {}, { signal }))
}
