// What a desk asks over all of its transfers and positions at once.
import type { CallAnswer, CallQuery } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import type { CallControl } from '../http/call.ts'
import { call } from '../http/call.ts'

/**
 * How many transfers wait for whom and since when, what falls due, and what has changed.
 *
 * @example
 * const { waiting, overdue } = await readDeskSummary(client, { from: '2026-11-23', to: '2026-11-29' })
 */
export const readDeskSummary = (
  client: Client,
  query: CallQuery<'deskSummary'>,
  control: CallControl = {},
): Promise<CallAnswer<'deskSummary'>> => call(client, 'deskSummary', { ...control, query })

/**
 * A page of what falls due, the earliest first.
 *
 * @example
 * const { items } = await listDueEvents(client, { from: '2026-11-23', to: '2027-01-03', overdue: true })
 */
export const listDueEvents = (
  client: Client,
  query: CallQuery<'dueEvents'>,
  control: CallControl = {},
): Promise<CallAnswer<'dueEvents'>> => call(client, 'dueEvents', { ...control, query })

/**
 * A page of the recalls and requests to substitute on open deals that nobody has answered, the oldest first.
 *
 * @example
 * const { items } = await listDealRequests(client, { party: 'YOU' })
 */
export const listDealRequests = (
  client: Client,
  query: CallQuery<'dealRequests'> = {},
  control: CallControl = {},
): Promise<CallAnswer<'dealRequests'>> => call(client, 'dealRequests', { ...control, query })

/**
 * A page of the caller's tenant's counterparties, with what went to and fro.
 *
 * @example
 * const { items } = await listCounterparties(client, { sortBy: 'openDeals', sortOrder: 'desc' })
 */
export const listCounterparties = (
  client: Client,
  query: CallQuery<'counterparties'> = {},
  control: CallControl = {},
): Promise<CallAnswer<'counterparties'>> => call(client, 'counterparties', { ...control, query })

/**
 * The sums over all pages of `listTransfers` with the same query.
 *
 * @example
 * const { delivered, cash } = await readTransferTotals(client, { state: ['SETTLED'] })
 */
export const readTransferTotals = (
  client: Client,
  query: CallQuery<'transferTotals'> = {},
  control: CallControl = {},
): Promise<CallAnswer<'transferTotals'>> => call(client, 'transferTotals', { ...control, query })

/**
 * The sums over all pages of `listPositions` with the same query, by unit.
 *
 * @example
 * const { totals } = await readPositionTotals(client, { accountsFilter: 'owned' })
 */
export const readPositionTotals = (
  client: Client,
  query: CallQuery<'positionTotals'> = {},
  control: CallControl = {},
): Promise<CallAnswer<'positionTotals'>> => call(client, 'positionTotals', { ...control, query })

/**
 * A page of what will be available of each instrument at each custodian, day by day from today on.
 *
 * @example
 * const { items, withoutTerms } = await listAvailability(client, { to: '2026-12-24', isShort: true })
 */
export const listAvailability = (
  client: Client,
  query: CallQuery<'availability'> = {},
  control: CallControl = {},
): Promise<CallAnswer<'availability'>> => call(client, 'availability', { ...control, query })

/**
 * A page of the deliveries and the ends of deals that make the availability, the earliest first.
 *
 * @example
 * const { items } = await listAvailabilityFlows(client, { registryId, to: '2026-11-30' })
 */
export const listAvailabilityFlows = (
  client: Client,
  query: CallQuery<'availabilityFlows'> = {},
  control: CallControl = {},
): Promise<CallAnswer<'availabilityFlows'>> => call(client, 'availabilityFlows', { ...control, query })
