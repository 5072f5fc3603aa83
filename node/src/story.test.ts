// One story through two servers, with nothing but real parts: a ledger, two databases, the SDK's clients.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  call,
  configureAccount,
  confirmAsRegistrar,
  confirmRegistration,
  confirmTransfer,
  createFopTransfer,
  createInstrument,
  createMintRequest,
  createUser,
  getTransfer,
  listPositions,
  listTransfers,
  requestRegistration,
} from '@connex/sdk'
import type { Client } from '@connex/sdk'
import { AccountNumber, Address } from '@connex/protocol'
import type { RegistryId } from '@connex/protocol'
import type { RunningNode } from './startNode.ts'
import { joinTenant } from './testing/joinTenant.ts'
import type { TestTenant } from './testing/joinTenant.ts'
import { planTestNode, startTestNode } from './testing/startTestNode.ts'
import type { TestPlace } from './testing/startTestNode.ts'
import { startTestLedger } from './testing/startTestLedger.ts'
import type { TestLedger } from './testing/startTestLedger.ts'
import { testClient } from './testing/testClient.ts'
import { until } from './testing/until.ts'

const POSITIONS = 'registry.SHARED_POSITION_HANDLING'
const BACKOFFICE = 'delivery.BACKOFFICE'

let ledger: TestLedger
const places: TestPlace[] = []
const nodes: RunningNode[] = []
let issuer: TestTenant, registrar: TestTenant, alpenbank: TestTenant, rhone: TestTenant
let baltic: TestTenant, fjord: TestTenant
const clients = new Map<string, Client>()
const clientOf = (tenant: TestTenant) => clients.get(tenant.name)!

beforeAll(async () => {
  ledger = await startTestLedger()
  const [north, south] = [await planTestNode(ledger), await planTestNode(ledger)]
  places.push(north, south)
  const investor = { user: [POSITIONS, BACKOFFICE], registry: ['registry.INVESTOR'] } as const
  issuer = await joinTenant(ledger, north, {
    name: 'Hanseatic Issuance',
    user: ['instrument.BACKOFFICE', 'registry.ISSUER_DOCUMENTATION'],
    instrument: ['instrument.ISSUER'],
    registry: ['registry.ISSUER'],
  })
  registrar = await joinTenant(ledger, north, {
    name: 'Meridian Registrars',
    user: ['registry.REGISTRAR_REGISTRATION', POSITIONS, BACKOFFICE],
    registry: ['registry.REGISTRAR'],
  })
  alpenbank = await joinTenant(ledger, north, { name: 'Alpenbank', ...investor })
  rhone = await joinTenant(ledger, north, { name: 'Rhône Capital', ...investor })
  baltic = await joinTenant(ledger, south, { name: 'Baltic Trust Bank', ...investor })
  fjord = await joinTenant(ledger, south, { name: 'Fjord Advisory', ...investor })
  const hosted = new Map([
    [north, [issuer, registrar, alpenbank, rhone]],
    [south, [baltic, fjord]],
  ])
  for (const [place, tenants] of hosted) {
    const hostedTenants = tenants.map(({ address }) => address)
    const node = await startTestNode(place, { hostedTenants })
    nodes.push(node)
    for (const tenant of tenants) {
      const admin = await testClient(node.url, tenant.admin)
      await until('the admin to be known', () =>
        call(admin, 'me').then(
          () => true,
          () => undefined,
        ),
      )
      await createUser(admin, { userAddr: tenant.user.address, name: `User of ${tenant.name}` })
      clients.set(tenant.name, await testClient(node.url, tenant.user))
    }
  }
})

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()))
  await Promise.all(places.map((place) => place.remove()))
  await ledger.stop()
})

let registry: { registryManagerAddr: Address; registrarAddr: Address; registryId: RegistryId }

test('an issuer describes an instrument, and every server can read it', async () => {
  const { instrumentId } = await createInstrument(clientOf(issuer), {
    instrumentType: 'BOND',
    identifierType: 'ISIN',
    identifier: 'DE000CNX0017',
    decimals: 2,
    details: { label: 'Hanseatic 2031', description: 'A bond for tests' },
  })
  await until('the details on the other server', async () => {
    const { items } = await call(clientOf(baltic), 'instruments')
    return items.some((item) => item.instrumentId === instrumentId && item.label === 'Hanseatic 2031')
  })
  const registryManagerAddr = Address.parse(ledger.deployment.contracts.AccountRegistryManager)
  const { registryId } = await requestRegistration(clientOf(registrar), {
    registryManagerAddr,
    instrumentId,
    instrumentRevision: 1,
  })
  await confirmRegistration(clientOf(issuer), { registryManagerAddr, registryId })
  registry = { registryManagerAddr, registrarAddr: registrar.address, registryId }
  for (const [owner, account] of [
    [alpenbank, '11'],
    [baltic, '22'],
    [rhone, '33'],
  ] as const)
    await configureAccount(clientOf(registrar), {
      registryManagerAddr,
      ownerAddr: owner.address,
      account: AccountNumber.parse(account),
    })
})

test('a mint request counts in no holding before the registrar confirms it', async () => {
  const { deliveryId } = await createMintRequest(clientOf(alpenbank), {
    ...registry,
    account: AccountNumber.parse('11'),
    quantity: 1000n,
    description: 'First deposit',
  })
  expect(await listPositions(clientOf(alpenbank))).toMatchObject({ totalItemCount: 0 })
  const [seen] = (await listTransfers(clientOf(registrar))).items
  expect(seen).toMatchObject({ transferType: 'MINT', state: 'PENDING', description: 'First deposit' })
  await confirmAsRegistrar(clientOf(registrar), deliveryId)
  expect((await listPositions(clientOf(alpenbank))).items).toMatchObject([
    { quantity: '1000', earmarked: '0', available: '1000', account: '11', label: 'Hanseatic 2031' },
  ])
})

test('a transfer goes from one server to the other, and nobody else sees it', async () => {
  const { deliveryId } = await createFopTransfer(clientOf(alpenbank), {
    ...registry,
    direction: 'DELIVER',
    account: AccountNumber.parse('11'),
    quantity: 400n,
    counterpartyAddr: baltic.address,
    description: 'Rebalancing',
  })
  expect(await getTransfer(clientOf(alpenbank), deliveryId)).toMatchObject({
    direction: 'DELIVER',
    state: 'PENDING_COUNTERPARTY',
    counterpartyAddr: baltic.address,
    description: 'Rebalancing',
    detailsStatus: 'SYNCED',
    deliver: { identifier: 'DE000CNX0017', account: '11', quantity: '400', decimals: 2 },
    receive: null,
  })
  expect((await listPositions(clientOf(alpenbank))).items).toMatchObject([
    { quantity: '1000', earmarked: '400', available: '600' },
  ])
  const arrived = await until('the push', async () => {
    const { items } = await listTransfers(clientOf(baltic))
    return items.find((item) => item.deliveryId === deliveryId && item.detailsStatus === 'SYNCED')
  })
  expect(arrived).toMatchObject({
    direction: 'RECEIVE',
    state: 'PENDING',
    counterpartyAddr: alpenbank.address,
    description: 'Rebalancing',
  })
  // The registrar is hosted with the creator and has its own copy.
  expect(await getTransfer(clientOf(registrar), deliveryId)).toMatchObject({ description: 'Rebalancing' })
  for (const stranger of [rhone, fjord]) {
    const client = clientOf(stranger)
    const query = { deliveryIds: [deliveryId] }
    expect(await listTransfers(client)).toMatchObject({ totalItemCount: 0 })
    expect(await call(client, 'deliveries', { query })).toMatchObject({ totalItemCount: 0 })
    expect(await call(client, 'deliveryDetails', { query })).toMatchObject({ totalItemCount: 0 })
    expect(await call(client, 'positions')).toMatchObject({ totalItemCount: 0 })
  }

  await confirmTransfer(clientOf(baltic), { deliveryId, accounts: { receive: AccountNumber.parse('22') } })
  expect(await getTransfer(clientOf(baltic), deliveryId)).toMatchObject({ state: 'PENDING_CUSTODIAN' })
  await until('the registrar to see it', async () => {
    const { state } = await getTransfer(clientOf(registrar), deliveryId)
    return state === 'PENDING'
  })
  await confirmAsRegistrar(clientOf(registrar), deliveryId)
  await until('both to see it done', async () => {
    const both = await Promise.all([alpenbank, baltic].map((one) => getTransfer(clientOf(one), deliveryId)))
    return both.every(({ state }) => state === 'SETTLED')
  })
  expect((await listPositions(clientOf(alpenbank))).items).toMatchObject([
    { quantity: '600', earmarked: '0', available: '600' },
  ])
  expect((await listPositions(clientOf(baltic))).items).toMatchObject([
    { quantity: '400', available: '400', account: '22', owner: baltic.address },
  ])
  expect(await listPositions(clientOf(registrar))).toMatchObject({ totalItemCount: 2 })
})
