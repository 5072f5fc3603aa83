import type { CallAnswer, CallQuery } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { call } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'

/**
 * A page of instruments by register, with issue size and suspension state.
 *
 * @example
 * const { items } = await listRegistryInstruments(client, { registrarAddr, registryState: ['REGISTERED'] })
 */
export const listRegistryInstruments = (
  client: Client,
  query: CallQuery<'registryInstruments'> = {},
  control: CallControl = {},
): Promise<CallAnswer<'registryInstruments'>> => call(client, 'registryInstruments', { ...control, query })
