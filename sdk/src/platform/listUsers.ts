import type { CallAnswer, CallQuery } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { call } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'

/**
 * A page of the own tenant's users, for its administrator.
 *
 * @example
 * const { items } = await listUsers(client)
 */
export const listUsers = (
  client: Client,
  query: CallQuery<'users'> = {},
  control: CallControl = {},
): Promise<CallAnswer<'users'>> => call(client, 'users', { ...control, query })
