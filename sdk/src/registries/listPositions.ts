import { Position } from '@connex/protocol'
import type { CallQuery, Page } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { call } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'

type Query = Omit<CallQuery<'positions'>, 'aggregationType'> & {
  aggregationType?: 'account' | 'chain' | undefined
}

/**
 * A page of what the own tenant holds, by account; a registrar sees the positions in its own registers. Sums over accounts or
 * owners are another shape: `call(client, 'positions', { query: { aggregationType: 'owner' } })`.
 *
 * @example
 * const { items } = await listPositions(client, { registrarAddr, itemsPerPage: 50 })
 */
export async function listPositions(
  client: Client,
  query: Query = {},
  control: CallControl = {},
): Promise<Page<Position>> {
  const page = await call(client, 'positions', { ...control, query })
  return { ...page, items: page.items.map((item) => Position.parse(item)) }
}
