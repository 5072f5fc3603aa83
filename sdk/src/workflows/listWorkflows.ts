import type { CallAnswer, CallQuery } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { call } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'

/**
 * A page of the own tenant's confirmation workflows.
 *
 * @example
 * const { items } = await listWorkflows(client, { state: ['PENDING'] })
 */
export const listWorkflows = (
  client: Client,
  query: CallQuery<'workflows'> = {},
  control: CallControl = {},
): Promise<CallAnswer<'workflows'>> => call(client, 'workflows', { ...control, query })
