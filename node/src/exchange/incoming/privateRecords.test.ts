// Private records and the fingerprints that a real ledger has: before, after, and other bytes than those.
import { accountRegistryManagerAbi } from '@connex/contracts'
import { fingerprintOf, ForcedTransferData, freshSalt, SaltedText } from '@connex/protocol'
import type { Fingerprint } from '@connex/protocol'
import { call, contractCall, createInstrument, requestRegistration, send } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mint, openRegistry, startMarketFixture } from '../../../../testkit/src/fixtures/market.ts'
import type { MarketFixture, MarketRegistry } from '../../../../testkit/src/fixtures/market.ts'
import { until } from '../../../../testkit/src/machine.ts'
import { testClient } from '../../../../testkit/src/servers/users.ts'

let market: MarketFixture
let registry: MarketRegistry
beforeAll(async () => {
  market = await startMarketFixture()
  registry = await openRegistry(market, 'DE000CNX0017')
  await mint(market, registry, 10_000n)
})
afterAll(() => market.stop())

const read = (client: Client, entity_id: Fingerprint) =>
  call(client, 'forcedTransfer', { params: { entity_id } })
const refused = { status: 404 }

function newForcedTransfer() {
  const { alpenbank, baltic } = market
  return ForcedTransferData.parse({
    salt: freshSalt(),
    fromAddr: alpenbank.address,
    toAddr: baltic.address,
    fromAccount: '11',
    toAccount: '22',
    quantity: '250',
    reason: 'Court order',
  })
}

const force = (reasonFp: Fingerprint) =>
  send(market.registrar.client, [
    contractCall(accountRegistryManagerAbi, registry.registryManagerAddr, 'forcedTransfer', [
      registry.registryId as `0x${string}`,
      { owner: market.alpenbank.address as `0x${string}`, accountNum: 11n },
      { owner: market.baltic.address as `0x${string}`, accountNum: 22n },
      250n,
      reasonFp as `0x${string}`,
    ]),
  ])

test('a forced transfer’s reason is its author’s until the ledger has the transfer, then both holders’', async () => {
  const { registrar, alpenbank, baltic, rhone, fjord, north } = market
  const { registryManagerAddr, registryId } = registry
  const data = newForcedTransfer()
  const body = { registryManagerAddr, registryId, data }
  const { entityId, status } = await call(registrar.client, 'putForcedTransfer', { body })
  expect(status).toBe('PENDING')
  expect(await read(registrar.client, entityId)).toMatchObject({ status: 'PENDING', data })
  await expect(read(alpenbank.client, entityId)).rejects.toMatchObject(refused)
  const pushes = () =>
    north.node.database.kysely
      .selectFrom('outbox')
      .select(['destination_tenant', 'status'])
      .where('fingerprint', '=', entityId)
      .execute()
  expect(await pushes()).toEqual([])
  await force(entityId)
  for (const side of [registrar, alpenbank])
    expect(await read(side.client, entityId)).toMatchObject({ status: 'SYNCED', data })
  await until('the push', () => read(baltic.client, entityId).catch(() => undefined))
  expect(await read(baltic.client, entityId)).toMatchObject({ status: 'SYNCED', data })
  expect(await pushes()).toMatchObject([{ destination_tenant: baltic.address }])
  for (const stranger of [rhone, fjord])
    await expect(read(stranger.client, entityId)).rejects.toMatchObject(refused)
})

test('a push before its block is to be retried; other bytes are a mismatch and never used', async () => {
  const { registrar, baltic, north, south } = market
  const { nodeKey: key } = north.plan.config
  const account = privateKeyToAccount(key)
  const node = await testClient(south.node.url, { key, account, address: north.plan.nodeAccount })
  const { registryManagerAddr, registryId } = registry
  const data = newForcedTransfer()
  const fingerprint = fingerprintOf(data)
  const push = (given: typeof data) =>
    call(node, 'putForcedTransfer', {
      body: {
        registryManagerAddr,
        registryId,
        data: given,
        fingerprint,
        sendingTenantAddr: registrar.address,
      },
    })
  await expect(push(data)).rejects.toMatchObject({ status: 409, code: 'notYetIndexed' })
  const wrong = { ...data, reason: 'Something else' }
  expect(await push(wrong)).toMatchObject({ status: 'FINGERPRINT_MISMATCH' })
  expect(await read(baltic.client, fingerprint)).toMatchObject({ status: 'FINGERPRINT_MISMATCH', data: null })
  await force(fingerprint)
  await until('the event', () => push(data).catch(() => undefined))
  expect(await read(baltic.client, fingerprint)).toMatchObject({ status: 'SYNCED', data })
  expect(await push(wrong)).toMatchObject({ status: 'FINGERPRINT_MISMATCH' })
  expect(await read(baltic.client, fingerprint)).toMatchObject({ status: 'SYNCED', data })
})

test('the reason for rejecting a registration goes to the registrar with the rejection', async () => {
  const { issuer, registrar, rhone, fjord } = market
  const { registryManagerAddr } = registry
  const other = await openRegistryRequest()
  const reason = SaltedText.parse({ salt: freshSalt(), text: 'Documents are missing' })
  const body = { registryManagerAddr, registryId: other, reason }
  const { fingerprint } = await call(issuer.client, 'putRegistrationReason', { body })
  const reasons = (client: Client) =>
    call(client, 'registrationReasons', { query: { fingerprints: [fingerprint] } })
  await expect(reasons(registrar.client)).rejects.toMatchObject(refused)
  await send(issuer.client, [
    contractCall(accountRegistryManagerAbi, registryManagerAddr, 'rejectInstrumentRegistration', [
      other as `0x${string}`,
      fingerprint as `0x${string}`,
    ]),
  ])
  for (const side of [issuer, registrar])
    expect((await reasons(side.client)).items).toMatchObject([
      { text: 'Documents are missing', status: 'SYNCED' },
    ])
  for (const stranger of [rhone, fjord])
    await expect(reasons(stranger.client)).rejects.toMatchObject({ status: 403 })
})

async function openRegistryRequest() {
  const { instrumentId } = await createInstrument(market.issuer.client, {
    instrumentType: 'BOND',
    identifierType: 'ISIN',
    identifier: 'DE000CNX0033',
    decimals: 2,
    details: { label: 'Hanseatic 2032' },
  })
  const { registryManagerAddr } = registry
  const wanted = { registryManagerAddr, instrumentId, instrumentRevision: 1 }
  return (await requestRegistration(market.registrar.client, wanted)).registryId
}
