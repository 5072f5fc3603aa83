// One story through two servers, with nothing but real parts: a ledger, two databases, the SDK's clients.
import { AccountNumber, randomBytes32 } from '@connex/protocol'
import type { CallQuery, DeliveryId } from '@connex/protocol'
import {
  call,
  confirmAsRegistrar,
  confirmTransfer,
  createFopTransfer,
  createMintRequest,
  getTransfer,
  listPositions,
  listTransfers,
} from '@connex/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRegistry, startMarketFixture } from '../../testkit/src/fixtures/market.ts'
import type {
  MarketFixture,
  MarketParty,
  MarketRegistry,
  MarketServer,
} from '../../testkit/src/fixtures/market.ts'
import { until } from '../../testkit/src/machine.ts'
import { testClient } from '../../testkit/src/servers/users.ts'

let market: MarketFixture
beforeAll(async () => {
  market = await startMarketFixture()
})
afterAll(() => market.stop())

let registry: MarketRegistry
const account = (number: string) => AccountNumber.parse(number)

test('an issuer describes an instrument, and every server can read it', async () => {
  const { instrumentId, ...opened } = await openRegistry(market, 'DE000CNX0017')
  registry = opened
  for (const { client } of [market.issuer, market.baltic, market.fjord]) {
    const found = await until('the details', async () => {
      const { items } = await call(client, 'instruments', { query: { instrumentIds: [instrumentId] } })
      return items.find(({ label }) => label !== null)
    })
    expect(found).toMatchObject({ label: 'Hanseatic 2031', description: 'A bond for tests', decimals: 2 })
  }
})

test('R075 a mint request counts in no holding before the registrar confirms it', async () => {
  const { alpenbank, registrar } = market
  const { deliveryId } = await createMintRequest(alpenbank.client, {
    ...registry,
    account: account('11'),
    quantity: 1000n,
    description: 'First deposit',
  })
  expect(await listPositions(alpenbank.client)).toMatchObject({ totalItemCount: 0 })
  const [seen] = (await listTransfers(registrar.client)).items
  expect(seen).toMatchObject({ transferType: 'MINT', state: 'PENDING', description: 'First deposit' })
  await confirmAsRegistrar(registrar.client, deliveryId)
  expect((await listPositions(alpenbank.client)).items).toMatchObject([
    { quantity: '1000', earmarked: '0', available: '1000', account: '11', label: 'Hanseatic 2031' },
  ])
})

let settled: DeliveryId

test('R001 R003 a transfer goes from one server to the other and settles, and nobody else sees any of it', async () => {
  const { alpenbank, baltic, registrar, rhone, fjord } = market
  const { deliveryId } = await createFopTransfer(alpenbank.client, {
    ...registry,
    direction: 'DELIVER',
    account: account('11'),
    quantity: 400n,
    counterpartyAddr: baltic.address,
    description: 'Rebalancing',
  })
  expect(await getTransfer(alpenbank.client, deliveryId)).toMatchObject({
    direction: 'DELIVER',
    state: 'PENDING_COUNTERPARTY',
    counterpartyAddr: baltic.address,
    description: 'Rebalancing',
    detailsStatus: 'SYNCED',
    deliver: { identifier: 'DE000CNX0017', account: '11', quantity: '400', decimals: 2 },
    receive: null,
    legs: [
      { state: 'PARTIALY_CONFIRMED', senderAccount: '11', receiverAccount: null, senderConfirmed: true },
    ],
  })
  expect((await listPositions(alpenbank.client)).items).toMatchObject([
    { quantity: '1000', earmarked: '400', available: '600' },
  ])
  const arrived = await until('the push', async () => {
    const { items } = await listTransfers(baltic.client)
    return items.find((item) => item.deliveryId === deliveryId && item.detailsStatus === 'SYNCED')
  })
  expect(arrived).toMatchObject({
    direction: 'RECEIVE',
    state: 'PENDING',
    counterpartyAddr: alpenbank.address,
    description: 'Rebalancing',
    deliver: null,
    receive: { quantity: '400', account: null },
  })
  // The registrar is hosted with the creator: no push, and a copy of its own all the same.
  expect(await getTransfer(registrar.client, deliveryId)).toMatchObject({ description: 'Rebalancing' })

  const seeNothing = async () => {
    for (const { client } of [rhone, fjord]) {
      const query = { deliveryIds: [deliveryId] }
      expect(await listTransfers(client)).toMatchObject({ totalItemCount: 0 })
      expect(await call(client, 'deliveries', { query })).toMatchObject({ totalItemCount: 0 })
      expect(await call(client, 'deliveryDetails', { query })).toMatchObject({ totalItemCount: 0 })
      expect(await call(client, 'positions')).toMatchObject({ totalItemCount: 0 })
      expect(await call(client, 'syncOperations')).toMatchObject({ totalItemCount: 0 })
    }
  }
  settled = deliveryId
  await seeNothing()
  const stored = await market.south.node.database.kysely.selectFrom('delivery_details').selectAll().execute()
  expect(stored.map(({ tenant }) => tenant)).toEqual([baltic.address])

  await confirmTransfer(baltic.client, { deliveryId, accounts: { receive: account('22') } })
  expect(await getTransfer(baltic.client, deliveryId)).toMatchObject({ state: 'PENDING_CUSTODIAN' })
  await until('the registrar to see it', async () => {
    const { state } = await getTransfer(registrar.client, deliveryId)
    return state === 'PENDING'
  })
  await confirmAsRegistrar(registrar.client, deliveryId)
  await until('both to see it done', async () => {
    const both = await Promise.all([alpenbank, baltic].map(({ client }) => getTransfer(client, deliveryId)))
    return both.every(({ state }) => state === 'SETTLED')
  })
  expect((await listPositions(alpenbank.client)).items).toMatchObject([
    { quantity: '600', earmarked: '0', available: '600' },
  ])
  expect((await listPositions(baltic.client)).items).toMatchObject([
    { quantity: '400', available: '400', account: '22', owner: baltic.address },
  ])
  // A registrar sees what its own registry holds for others.
  expect(await listPositions(registrar.client)).toMatchObject({ totalItemCount: 2 })
  await seeNothing()
})

const auditOf = async (server: MarketServer, { admin }: MarketParty, query: CallQuery<'audit'>) =>
  (await call(await testClient(server.node.url, admin), 'audit', { query })).items

test('the audit shows who requested, who pushed, and the result on the ledger', async () => {
  const { north, south, alpenbank, baltic, issuer, rhone } = market
  const [created] = await auditOf(north, issuer, { action: ['CREATE'], source: 'ON-CHAIN' })
  expect(created).toMatchObject({
    type: 'instrument-manager',
    call: 'InstrumentCreated',
    userAddr: issuer.user.address,
    outcome: 'DONE',
    status: null,
  })
  const own = (await auditOf(north, alpenbank, { userAddr: alpenbank.user.address })).filter(
    ({ entityId }) => entityId === settled,
  )
  const stored = own.find(({ source }) => source === 'INTERNAL')
  expect(stored).toMatchObject({ call: 'putDeliveryDetails', action: 'EXECUTE', status: 200, txHash: null })
  const executed = own.find(({ source }) => source === 'ON-CHAIN')
  expect(executed).toMatchObject({ call: 'CallsDelegated', action: 'EXECUTE', type: 'delivery-manager' })
  const published = await auditOf(north, alpenbank, { type: 'dlt', source: 'INTERNAL' })
  expect(published.map(({ txHash }) => txHash)).toContain(executed?.txHash)
  // A push before its block is refused, and retried.
  const pushed = await auditOf(south, baltic, { source: 'PROPOSE' })
  expect(pushed.filter(({ outcome }) => outcome === 'DONE')).toMatchObject([
    { call: 'putDeliveryDetails', userAddr: north.plan.nodeAccount, entityId: settled, outcome: 'DONE' },
  ])
  const theirs = await auditOf(north, rhone, {})
  expect(theirs.filter(({ entityId }) => entityId === settled)).toEqual([])

  const txHash = executed?.txHash ?? null
  const now = Math.floor(Date.now() / 1000)
  const workflow = {
    id: 'executed',
    tenant: alpenbank.address,
    entity: 'delivery',
    entity_id: settled,
  } as const
  const calls = [{ target: alpenbank.address, data: '0x11223344' }]
  const controllerAddr = alpenbank.access.controllers.find(({ type }) => type === 'delivery')!.address
  const batch = JSON.stringify({
    controllerAddr: controllerAddr.toLowerCase(),
    calls,
    nonce: randomBytes32(),
    sender: null,
    deadline: now + 60,
  })
  await north.node.database.kysely
    .insertInto('workflows')
    .values({
      ...workflow,
      action: 'confirmDelivery',
      state: 'CONFIRMED',
      initiator: alpenbank.user.address,
      batch,
      signatures_required: 1,
      rejected_by: null,
      tx_hash: txHash,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await Promise.all([call(alpenbank.client, 'workflows'), call(alpenbank.client, 'workflows')])
  expect(await auditOf(north, alpenbank, { action: ['WORKFLOW_EXECUTE'] })).toMatchObject([
    { source: 'ON-CHAIN', entityId: 'executed', userAddr: alpenbank.user.address, txHash },
  ])
})
