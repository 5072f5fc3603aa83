// The reads behind a custodian's panel. A query's key begins with the topic that makes its answer old.
import {
  PENDING_STATES,
  TRANSFER_KINDS,
  type Address,
  type CallQuery,
  type Dapp,
  type Transfer,
} from '@connex/protocol'
import { call, everyPage, listDapps, listTransfers, type Client, type Custodian } from '@connex/sdk'
import { queryOptions } from '@tanstack/react-query'

/** How many rows a part of the panel has; the tables have all of them. */
export const MOST_ROWS = 5

const pairOf = ({ registryManagerAddr, registrarAddr }: Custodian) => ({ registryManagerAddr, registrarAddr })

/** The platform's registry managers with whoever holds a privilege on each. */
export const registriesQuery = (client: Client) =>
  queryOptions({
    queryKey: ['platform', 'registries'],
    queryFn: ({ signal }) =>
      everyPage((page) => listDapps(client, { ...page, dappTypes: ['registry'] }, { signal })),
  })

/** What the tenant holds, summed up over its accounts. */
export const heldQuery = (client: Client, custodian: Custodian, owner: Address) =>
  queryOptions({
    queryKey: ['positions', 'custodian', custodian.key, owner],
    queryFn: ({ signal }) =>
      call(client, 'positions', {
        query: {
          ...pairOf(custodian),
          owner,
          aggregationType: 'owner',
          sortBy: 'label',
          itemsPerPage: MOST_ROWS,
        },
        signal,
      }),
  })

const longestWaiting = (
  client: Client,
  custodian: Custodian,
  wanted: CallQuery<'transfers'>,
  signal: AbortSignal,
) =>
  listTransfers(
    client,
    {
      ...pairOf(custodian),
      ...wanted,
      sortBy: 'lastAt',
      sortOrder: 'asc',
      itemsPerPage: MOST_ROWS,
    },
    { signal },
  )

/** The transfers that wait for the custodian, the longest first. */
export const waitingQuery = (client: Client, custodian: Custodian) =>
  queryOptions({
    queryKey: ['transfers', 'custodian', custodian.key, 'waiting'],
    queryFn: ({ signal }) =>
      longestWaiting(
        client,
        custodian,
        { state: ['PENDING_CUSTODIAN'], waiting: false, transferType: [...TRANSFER_KINDS] },
        signal,
      ),
  })

/** The pending mint and burn requests, the longest first. */
export const requestsQuery = (client: Client, custodian: Custodian) =>
  queryOptions({
    queryKey: ['transfers', 'custodian', custodian.key, 'requests'],
    queryFn: ({ signal }) =>
      longestWaiting(
        client,
        custodian,
        { state: [...PENDING_STATES], transferType: ['MINT', 'BURN'] },
        signal,
      ),
  })

/** What a request creates or ends. */
export const requestedAsset = ({ transferType, deliver, receive }: Transfer): Transfer['deliver'] =>
  transferType === 'MINT' ? receive : deliver

/** The registry managers under which a tenant is a registrar. */
export const registriesOf = (dapps: readonly Dapp[], registrar: Address): Dapp[] =>
  dapps.filter(({ privileges }) =>
    (privileges['registry.REGISTRAR'] ?? []).some(({ address }) => address === registrar),
  )
