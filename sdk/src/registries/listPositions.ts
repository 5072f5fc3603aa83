import type { CallAnswer, CallQuery } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { call } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'

/**
 * A page of what the own tenant holds; a registrar sees the positions in its own registers.
 *
 * @example
 * const { items } = await listPositions(client, { registrarAddr, itemsPerPage: 50 })
 */
export const listPositions = (
  client: Client,
  query: CallQuery<'positions'> = {},
  control: CallControl = {},
): Promise<CallAnswer<'positions'>> => call(client, 'positions', { ...control, query })
