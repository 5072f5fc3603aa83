import type { CallAnswer, CallQuery } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { call } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'

/**
 * A page of the own tenant's asset accounts, with the names that it gave them.
 *
 * @example
 * const { items } = await listAccounts(client, { registryManagerAddr, registrarAddr })
 */
export const listAccounts = (
  client: Client,
  query: CallQuery<'assetAccounts'> = {},
  control: CallControl = {},
): Promise<CallAnswer<'assetAccounts'>> => call(client, 'assetAccounts', { ...control, query })
