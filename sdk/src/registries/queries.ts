// Accounts, positions and instruments by registry.
import type { CallAnswer, CallQuery, Page } from '@connex/protocol'
import { Position } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import type { CallControl } from '../http/call.ts'
import { call } from '../http/call.ts'

type Query = Omit<CallQuery<'positions'>, 'aggregationType'> & {
  aggregationType?: 'account' | 'chain' | undefined
}

/**
 * A page of the caller's tenant's positions, by account; a registrar's has all positions in its registries. Sums over accounts or
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

/**
 * A page of the caller's tenant's asset accounts, with the names that it gave them.
 *
 * @example
 * const { items } = await listAccounts(client, { registryManagerAddr, registrarAddr })
 */
export const listAccounts = (
  client: Client,
  query: CallQuery<'assetAccounts'> = {},
  control: CallControl = {},
): Promise<CallAnswer<'assetAccounts'>> => call(client, 'assetAccounts', { ...control, query })

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

/**
 * A page of instruments by registry, with issue size and suspension state.
 *
 * @example
 * const { items } = await listRegistryInstruments(client, { registrarAddr, registryState: ['REGISTERED'] })
 */
export const listRegistryInstruments = (
  client: Client,
  query: CallQuery<'registryInstruments'> = {},
  control: CallControl = {},
): Promise<CallAnswer<'registryInstruments'>> => call(client, 'registryInstruments', { ...control, query })
