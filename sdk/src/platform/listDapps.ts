import type { CallAnswer, CallQuery } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { call } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'

/**
 * A page of the platform's dApps, with who holds which privilege on each.
 *
 * @example
 * const dapps = await everyPage((page) => listDapps(client, page))
 */
export const listDapps = (
  client: Client,
  query: CallQuery<'dapps'> = {},
  control: CallControl = {},
): Promise<CallAnswer<'dapps'>> => call(client, 'dapps', { ...control, query })
