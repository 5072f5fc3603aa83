import type { CallAnswer, CallQuery } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { call } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'

/**
 * A page of the platform's tenants.
 *
 * @example
 * const tenants = await everyPage((page) => listTenants(client, page))
 */
export const listTenants = (
  client: Client,
  query: CallQuery<'tenants'> = {},
  control: CallControl = {},
): Promise<CallAnswer<'tenants'>> => call(client, 'tenants', { ...control, query })
