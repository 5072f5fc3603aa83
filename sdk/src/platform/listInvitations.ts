import type { CallAnswer, CallQuery } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { call } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'

/**
 * A page of the tenants that the own tenant has invited.
 *
 * @example
 * const { items } = await listInvitations(client, { state: ['CONFIRMED'] })
 */
export const listInvitations = (
  client: Client,
  query: CallQuery<'invitations'> = {},
  control: CallControl = {},
): Promise<CallAnswer<'invitations'>> => call(client, 'invitations', { ...control, query })
