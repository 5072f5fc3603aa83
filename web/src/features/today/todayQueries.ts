// The reads of Today. A query's key begins with the topic that makes its answer old.
import { TRANSFER_KINDS, type Address, type DeliveryId, type RequestParty } from '@connex/protocol'
import { call, listTransfers, type Client } from '@connex/sdk'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { todayUtc } from '../../lib/format.ts'

/** The longest inbox; Transactions shows the rest. */
const MOST_TURNS = 100

/** The transfers and the requests on deals that wait for the viewer, the oldest first. */
export const turnsQuery = (client: Client) =>
  queryOptions({
    queryKey: ['transfers', 'turns'],
    queryFn: async ({ signal }) => {
      const order = { sortBy: 'createdAt', sortOrder: 'asc' } as const
      const query = { waiting: true, transferType: [...TRANSFER_KINDS], itemsPerPage: MOST_TURNS, ...order }
      const [transfers, requests] = await Promise.all([
        listTransfers(client, query, { signal }),
        readRequests(client, 'YOU', signal),
      ])
      return { transfers, requests }
    },
  })

/** The viewer's own requests to the other parties of its deals that nobody has answered. */
export const ownRequestsQuery = (client: Client) =>
  queryOptions({
    queryKey: ['transfers', 'own-requests'],
    queryFn: ({ signal }) => readRequests(client, 'COUNTERPARTY', signal),
  })

const readRequests = (client: Client, party: RequestParty, signal: AbortSignal) =>
  call(client, 'dealRequests', { query: { party, itemsPerPage: MOST_TURNS }, signal })

/** What has happened since a moment, in UTC seconds. */
export const changesQuery = (client: Client, since: number) =>
  queryOptions({
    queryKey: ['transfers', 'changes', since],
    queryFn: async ({ signal }) => {
      const day = todayUtc()
      const query = { from: day, to: day, since: Math.floor(since) }
      return (await call(client, 'deskSummary', { query, signal })).changes
    },
  })

/** Some transfers by their ids. */
export const transfersQuery = (client: Client, deliveryIds: readonly DeliveryId[]) =>
  queryOptions({
    queryKey: ['transfers', 'some', ...deliveryIds],
    queryFn:
      deliveryIds.length === 0
        ? skipToken
        : ({ signal }) =>
            listTransfers(
              client,
              { transferId: [...deliveryIds], itemsPerPage: deliveryIds.length },
              { signal },
            ),
  })

/** What the tenant holds, by unit. */
export const totalsQuery = (client: Client, owner: Address) =>
  queryOptions({
    queryKey: ['positions', 'totals', owner],
    queryFn: ({ signal }) => call(client, 'positionTotals', { query: { owner }, signal }),
  })
