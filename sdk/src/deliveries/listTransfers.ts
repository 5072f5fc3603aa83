import type { CallAnswer, CallQuery } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { call } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'

/**
 * A page of the own tenant's transfers, mint and burn requests, each with the state as this tenant sees it.
 *
 * @example
 * const { items } = await listTransfers(client, { transferType: ['FOP', 'REPO', 'SEC_LEND'], itemsPerPage: 20 })
 */
export const listTransfers = (
  client: Client,
  query: CallQuery<'transfers'> = {},
  control: CallControl = {},
): Promise<CallAnswer<'transfers'>> => call(client, 'transfers', { ...control, query })
