// Tenants, users, dApps and controllers.
import type { CallAnswer, CallQuery } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import type { CallControl } from '../http/call.ts'
import { call } from '../http/call.ts'

/**
 * A page of the platform's tenants.
 *
 * @example
 * const tenants = await everyPage((page) => listTenants(client, page))
 */
export const listTenants = (
  client: Client,
  query: CallQuery<'tenants'> = {},
  control: CallControl = {},
): Promise<CallAnswer<'tenants'>> => call(client, 'tenants', { ...control, query })

/**
 * A page of the caller's tenant's users, for its administrator.
 *
 * @example
 * const { items } = await listUsers(client)
 */
export const listUsers = (
  client: Client,
  query: CallQuery<'users'> = {},
  control: CallControl = {},
): Promise<CallAnswer<'users'>> => call(client, 'users', { ...control, query })

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

/**
 * A page of the caller's tenant's controllers, with how many signatures each function needs.
 *
 * @example
 * const controllers = await everyPage((page) => listDappControllers(client, page))
 */
export const listDappControllers = (
  client: Client,
  query: CallQuery<'dappControllers'> = {},
  control: CallControl = {},
): Promise<CallAnswer<'dappControllers'>> => call(client, 'dappControllers', { ...control, query })

/**
 * A page of the tenants that the caller's tenant has invited.
 *
 * @example
 * const { items } = await listInvitations(client, { state: ['CONFIRMED'] })
 */
export const listInvitations = (
  client: Client,
  query: CallQuery<'invitations'> = {},
  control: CallControl = {},
): Promise<CallAnswer<'invitations'>> => call(client, 'invitations', { ...control, query })
