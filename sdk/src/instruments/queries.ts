// Instruments on the ledger.
import type { CallAnswer, CallQuery } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import type { CallControl } from '../http/call.ts'
import { call } from '../http/call.ts'

/**
 * A page of the instruments on the ledger.
 *
 * @example
 * const { items } = await listInstruments(client, { issuerAddr })
 */
export const listInstruments = (
  client: Client,
  query: CallQuery<'instruments'> = {},
  control: CallControl = {},
): Promise<CallAnswer<'instruments'>> => call(client, 'instruments', { ...control, query })
