import type { CallAnswer, CallQuery } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { call } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'

/**
 * A page of the own tenant's controllers, with how many signatures each function needs.
 *
 * @example
 * const controllers = await everyPage((page) => listDappControllers(client, page))
 */
export const listDappControllers = (
  client: Client,
  query: CallQuery<'dappControllers'> = {},
  control: CallControl = {},
): Promise<CallAnswer<'dappControllers'>> => call(client, 'dappControllers', { ...control, query })
