import { expect, it } from 'vitest'
import { createWorld, OWN_TENANT, pageOf } from '../../../test/screen.tsx'
import { CUSTODIAN, MANAGER, REGISTRAR } from '../../../test/transfers.ts'
import { heldQuery, requestsQuery, waitingQuery } from './custodianPanelQueries.ts'

/** What a panel asks the server. */
async function sentBy(read: (world: ReturnType<typeof createWorld>) => Promise<unknown>) {
  const world = createWorld({ transfers: pageOf([]), positions: pageOf([]) })
  await read(world)
  return world.arrived.map(({ name, url }) => ({
    name,
    query: Object.fromEntries(url.searchParams),
    all: url.searchParams,
  }))
}

it('reads the transfers that wait for the custodian, and for nobody before it, the longest first', async () => {
  const [request] = await sentBy(({ client, queries }) => queries.query(waitingQuery(client, CUSTODIAN)))
  expect(request?.name).toBe('transfers')
  expect(request?.query).toMatchObject({
    state: 'PENDING_CUSTODIAN',
    waiting: 'false',
    'registrar-addr': REGISTRAR,
    'registry-manager-addr': MANAGER,
    'sort-by': 'lastAt',
    'sort-order': 'asc',
    'items-per-page': '5',
  })
  expect(request?.all.getAll('transfer-type')).toEqual(['FOP', 'REPO', 'SEC_LEND'])
})

it('reads the pending mint and burn requests, whoever must act on them', async () => {
  const [request] = await sentBy(({ client, queries }) => queries.query(requestsQuery(client, CUSTODIAN)))
  expect(request?.all.getAll('transfer-type')).toEqual(['MINT', 'BURN'])
  expect(request?.all.getAll('state')).toEqual(['PENDING', 'PENDING_COUNTERPARTY', 'PENDING_CUSTODIAN'])
  expect(request?.all.has('waiting')).toBe(false)
})

it('reads what the tenant holds there, summed up over its accounts', async () => {
  const [request] = await sentBy(({ client, queries }) =>
    queries.query(heldQuery(client, CUSTODIAN, OWN_TENANT)),
  )
  expect(request?.query).toMatchObject({ owner: OWN_TENANT, 'aggregation-type': 'owner', 'sort-by': 'label' })
})
