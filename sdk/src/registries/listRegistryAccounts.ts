import type { CallAnswer, CallQuery } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { call } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'

/**
 * A page of accounts as the registrars opened them on the ledger.
 *
 * @example
 * const { items } = await listRegistryAccounts(client, { tenantAddr })
 */
export const listRegistryAccounts = (
  client: Client,
  query: CallQuery<'registryAccounts'> = {},
  control: CallControl = {},
): Promise<CallAnswer<'registryAccounts'>> => call(client, 'registryAccounts', { ...control, query })
