import type { CallAnswer, CallQuery } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { call } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'

/**
 * A page of what the parties of deliveries have written to each other: the reasons of cancels among it, by their fingerprints.
 *
 * @example
 * const { items } = await listDeliveryComments(client, { deliveryIds: [deliveryId] })
 */
export const listDeliveryComments = (
  client: Client,
  query: CallQuery<'deliveryComments'>,
  control: CallControl = {},
): Promise<CallAnswer<'deliveryComments'>> => call(client, 'deliveryComments', { ...control, query })
