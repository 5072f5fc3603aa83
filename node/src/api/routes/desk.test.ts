// The calls of a desk, on rows that are written by hand. storage/desk/desk.test.ts has what they answer.
import { CustodianKey } from '@connex/protocol'
import type { Address, CallQuery } from '@connex/protocol'
import { call } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SEEDED } from '../../../../testkit/src/database/ledgerRows.ts'
import { startServersFixture } from '../../../../testkit/src/fixtures/servers.ts'
import type { ServersFixture } from '../../../../testkit/src/fixtures/servers.ts'

const VALUE_DATE = '2026-11-24'
const WEEK = { from: '2026-11-23', to: '2026-11-29' }

let world: ServersFixture
let alpen: Client
let rhone: Client
let clerk: Client
beforeAll(async () => {
  world = await startServersFixture()
  const privileges = ['delivery.BACKOFFICE', 'registry.SHARED_POSITION_HANDLING'] as const
  alpen = (await world.addUser('alpenbank', ...privileges)).client
  rhone = (await world.addUser('rhone', ...privileges)).client
  clerk = (await world.addUser('alpenbank', 'user.DAPP_USER')).client
  const value_date = Date.parse(VALUE_DATE) / 1000
  await world.servers.north.database.kysely.updateTable('transfer_views').set({ value_date }).execute()
})
afterAll(() => world.stop())

const CALLS = [
  'deskSummary',
  'dueEvents',
  'dealRequests',
  'counterparties',
  'positionTotals',
  'transferTotals',
  'availability',
  'availabilityFlows',
] as const

test.each(CALLS)('%s is refused to a user who may not list transfers and positions', async (name) => {
  await expect(call(clerk, name, { query: WEEK })).rejects.toMatchObject({ status: 403 })
})

test.each<[CallQuery<'counterparties'>]>([
  [{ sortBy: 'delivered' }],
  [{ where: ['delivered:is:1'] }],
  [{ where: ['pending:contains:1'] }],
])('counterparties cannot be listed with %j', async (query) => {
  await expect(call(alpen, 'counterparties', { query })).rejects.toMatchObject({ status: 400 })
})

test('a tenant that takes no part has nothing that waits, falls due or sums up', async () => {
  expect(await call(rhone, 'deskSummary', { query: WEEK })).toEqual({
    waiting: [],
    requests: [],
    overdue: 0,
    due: [],
    changes: null,
  })
  expect(await call(rhone, 'dueEvents', { query: WEEK })).toMatchObject({ items: [], totalItemCount: 0 })
  expect(await call(rhone, 'dealRequests')).toMatchObject({ items: [], totalItemCount: 0 })
  expect(await call(rhone, 'counterparties')).toMatchObject({ items: [], totalItemCount: 0 })
  expect(await call(rhone, 'positionTotals')).toEqual({ totals: [] })
  expect(await call(rhone, 'transferTotals')).toEqual({ delivered: [], received: [], cash: [] })
})

test('custodians are summed up as their own lists are, as far as the caller may read those', async () => {
  const [position] = (await call(alpen, 'positions')).items
  const key = CustodianKey.parse(`${position?.registryManagerAddr}:${position?.registrarAddr}`)
  const read = async (client: Client, custodians = [key]) =>
    (await call(client, 'custodianSummaries', { query: { custodians } })).items
  await expect(read(clerk)).rejects.toMatchObject({ status: 403 })
  await expect(
    read(
      alpen,
      Array.from({ length: 101 }, () => key),
    ),
  ).rejects.toMatchObject({ status: 400 })
  await expect(call(alpen, 'custodianSummaries', { query: {} as never })).rejects.toMatchObject({
    status: 400,
  })

  const [manager, registrar] = key.split(':') as [Address, Address]
  const pair = { registryManagerAddr: manager, registrarAddr: registrar }
  const { totals } = await call(alpen, 'positionTotals', { query: pair })
  const { totalItemCount: accounts } = await call(alpen, 'registryAccounts', { query: pair })
  expect(totals).toHaveLength(1)
  expect(await read(alpen)).toEqual([{ ...pair, totals, accounts, mints: 0, burns: 0 }])
  const elsewhere = CustodianKey.parse(`${manager}:${manager}`)
  expect(await read(alpen, [elsewhere, key])).toMatchObject([{ totals: [], accounts: 0 }, { totals }])

  const desk = (await world.addUser('alpenbank', 'delivery.BACKOFFICE')).client
  expect(await read(desk)).toMatchObject([{ totals: null, mints: 0, burns: 0 }])
  const handler = (await world.addUser('alpenbank', 'registry.SHARED_POSITION_HANDLING')).client
  expect(await read(handler)).toMatchObject([{ totals, mints: null, burns: null }])
})

test('availability and its flows end at most a year after today', async () => {
  for (const name of ['availability', 'availabilityFlows'] as const)
    await expect(call(alpen, name, { query: { to: '2099-01-01' } })).rejects.toMatchObject({
      status: 400,
    })
})

test('whoever holds nothing and takes no part has no availability; the holder sees what Holdings shows', async () => {
  expect(await call(rhone, 'availability')).toMatchObject({ items: [], totalItemCount: 0, withoutTerms: 0 })
  expect(await call(rhone, 'availabilityFlows')).toMatchObject({ items: [], totalItemCount: 0 })
  const { items } = await call(alpen, 'availability')
  expect(items).toMatchObject([{ registryId: SEEDED.registryId, available: '100', shortFrom: null }])
  expect(items[0]?.days).toHaveLength(31)
})

test('the sender of a transfer sees whom it waits for, when it falls due, and what it delivers', async () => {
  const { baltic } = world.tenants
  const summary = await call(alpen, 'deskSummary', { query: { ...WEEK, since: 0 } })
  expect(summary).toMatchObject({
    waiting: [{ party: 'COUNTERPARTY', tenant: baltic, count: 1 }],
    due: [{ date: VALUE_DATE, count: 1, cash: [] }],
    changes: { settled: { count: 0 }, received: { count: 0 } },
  })
  expect(await call(alpen, 'dueEvents', { query: WEEK })).toMatchObject({
    items: [
      { kind: 'VALUE_DATE', date: VALUE_DATE, deliveryId: SEEDED.deliveryId, counterpartyAddr: baltic },
    ],
    totalItemCount: 1,
  })
  const { totals } = await call(alpen, 'positionTotals')
  expect(totals).toMatchObject([{ quantity: '100', decimals: 2, positions: 1, accounts: 1 }])
  const { delivered } = await call(alpen, 'transferTotals', { query: { state: ['PENDING_COUNTERPARTY'] } })
  expect(delivered).toMatchObject([{ quantity: '100', decimals: 2 }])
  expect(await call(alpen, 'transferTotals', { query: { state: ['SETTLED'] } })).toMatchObject({
    delivered: [],
  })
})

test.each<[CallQuery<'counterparties'>, number]>([
  [{}, 1],
  [{ where: ['pending:at-least:1'] }, 1],
  [{ where: ['pending:at-least:2'] }, 0],
  [{ where: ['overdueDeals:is:0'], sortBy: 'openDeals', sortOrder: 'desc' }, 1],
  [{ where: ['overdueDeals:at-least:1'] }, 0],
])('%j finds %i counterparties', async (query, count) => {
  expect((await call(alpen, 'counterparties', { query })).totalItemCount).toBe(count)
})
