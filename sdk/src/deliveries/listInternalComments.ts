import type { CallAnswer, CallQuery } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { call } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'

/**
 * A page of what the own tenant has written on deliveries for itself alone.
 *
 * @example
 * const { items } = await listInternalComments(client, { deliveryIds: [deliveryId] })
 */
export const listInternalComments = (
  client: Client,
  query: CallQuery<'internalComments'>,
  control: CallControl = {},
): Promise<CallAnswer<'internalComments'>> => call(client, 'internalComments', { ...control, query })
