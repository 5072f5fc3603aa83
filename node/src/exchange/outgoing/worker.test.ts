// The outbox against a peer that is unreachable, slow to index, gets other bytes, or may not be called.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AccountNumber } from '@connex/protocol'
import type { DeliveryId, SyncOperation } from '@connex/protocol'
import { call, createFopTransfer, getTransfer } from '@connex/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mint, openRegistry, startMarketFixture } from '../../../../testkit/src/fixtures/market.ts'
import type {
  MarketFixture,
  MarketParty,
  MarketRegistry,
  MarketServer,
} from '../../../../testkit/src/fixtures/market.ts'
import { joinTenant } from '../../../../testkit/src/fixtures/tenants.ts'
import { until } from '../../../../testkit/src/machine.ts'
import { startWeb3Signer } from '../../../../testkit/src/servers/web3Signer.ts'
import { untilIndexed } from '../../../../testkit/src/servers/testNode.ts'
import { testClient } from '../../../../testkit/src/servers/users.ts'

let market: MarketFixture
let registry: MarketRegistry
beforeAll(async () => {
  market = await startMarketFixture()
  registry = await openRegistry(market, 'DE000CNX0017')
  await mint(market, registry, 10_000n)
})
afterAll(() => market.stop())

async function newTransfer(counterpartyAddr = market.baltic.address): Promise<DeliveryId> {
  const { deliveryId } = await createFopTransfer(market.alpenbank.client, {
    ...registry,
    direction: 'DELIVER',
    account: AccountNumber.parse('11'),
    quantity: 1n,
    counterpartyAddr,
    description: 'Rebalancing',
  })
  return deliveryId
}

const operationOf = async ({ client }: MarketParty, deliveryId: DeliveryId) => {
  const { items } = await call(client, 'syncOperations', { query: { filter: deliveryId } })
  return items[0]
}
const untilOperation = (deliveryId: DeliveryId, fits: (operation: SyncOperation) => boolean) =>
  until('the push', async () => {
    const operation = await operationOf(market.alpenbank, deliveryId)
    return operation !== undefined && fits(operation) ? operation : undefined
  })

test('a push that arrived is SYNCED', async () => {
  const deliveryId = await newTransfer()
  const operation = await untilOperation(deliveryId, ({ status }) => status === 'SYNCED')
  expect(operation).toMatchObject({
    event: 'DELIVERY_DETAILS',
    entityId: deliveryId,
    destinationTenantAddr: market.baltic.address,
    lastError: null,
    nextAttemptAt: null,
  })
})

test('what a party has lost the other one sends again, whoever created it, and nobody else does', async () => {
  const { alpenbank, baltic, rhone, north, south } = market
  const deliveryId = await newTransfer()
  await untilOperation(deliveryId, ({ status }) => status === 'SYNCED')
  const lose = async ({ node }: MarketServer, { address }: MarketParty): Promise<void> =>
    void (await node.database.kysely
      .deleteFrom('delivery_details')
      .where('tenant', '=', address)
      .where('delivery_id', '=', deliveryId)
      .execute())
  const resend = (by: MarketParty, to: MarketParty) =>
    call(by.client, 'resendSync', { body: { destinationTenantAddr: to.address } })
  const descriptionAt = async ({ client }: MarketParty) =>
    JSON.stringify((await getTransfer(client, deliveryId)).description)
  for (const [server, loser, helper] of [
    [south, baltic, alpenbank],
    [north, alpenbank, baltic],
  ] as const) {
    await lose(server, loser)
    expect(await descriptionAt(loser)).toBe('null')
    await expect(resend(rhone, loser)).rejects.toMatchObject({ status: 404 })
    expect((await resend(helper, loser)).queued).toBeGreaterThan(0)
    await until('the description', async () => (await descriptionAt(loser)) === '"Rebalancing"')
  }
})

test('an unreachable peer is retried automatically and on request, and only its sender sees it', async () => {
  const { url } = market.south.node
  await market.south.node.close()
  const deliveryId = await newTransfer()
  const failed = await untilOperation(deliveryId, ({ status }) => status === 'REQUEST_FAILED')
  expect(failed.attempts).toBeGreaterThan(0)
  expect(failed.nextAttemptAt).toBeGreaterThan(0)
  const unreachable = /^The server cannot be reached\. It has not answered since [\d-]{10} [\d:]{5} UTC\.$/
  expect(failed.lastError).toMatch(unreachable)
  expect(await operationOf(market.rhone, deliveryId)).toBeUndefined()
  const retry = (member: MarketParty, ids: string[]) => call(member.client, 'retrySync', { body: { ids } })
  await expect(retry(market.rhone, [failed.id])).rejects.toMatchObject({ status: 404 })
  await expect(retry(market.alpenbank, ['999999'])).rejects.toMatchObject({ status: 404 })
  await expect(retry(market.alpenbank, ['x'])).rejects.toMatchObject({ status: 400 })

  // As after an hour without an answer.
  await market.north.node.database.kysely
    .updateTable('outbox')
    .set({ next_attempt_at: Math.floor(Date.now() / 1000) + 300 })
    .where('entity_id', '=', deliveryId)
    .execute()
  await market.south.restart()
  expect(market.south.node.url).toBe(url)
  expect(await retry(market.alpenbank, [failed.id])).toEqual({ retried: 1 })
  await untilOperation(deliveryId, ({ status }) => status === 'SYNCED')
  const baltic = await testClient(url, market.baltic.user)
  expect(await getTransfer(baltic, deliveryId)).toMatchObject({ description: 'Rebalancing' })
})

test('waiting grows with every failure, and a restart forgets nothing', async () => {
  await market.south.node.close()
  const deliveryId = await newTransfer()
  const third = await untilOperation(deliveryId, ({ attempts }) => attempts >= 3)
  // At least the half of what it may be.
  expect(third.nextAttemptAt! - third.updatedAt).toBeGreaterThanOrEqual(2)
  await market.north.restart()
  await market.south.restart()
  await untilOperation(deliveryId, ({ status }) => status === 'SYNCED')
})

/** Transfers whose pushes have failed so often that each would wait for minutes; the peer's next try is due in `seconds`. */
async function failOften(deliveryIds: readonly DeliveryId[], seconds: number): Promise<void> {
  const db = market.north.node.database.kysely
  const operations = await Promise.all(
    deliveryIds.map((id) => untilOperation(id, ({ nextAttemptAt }) => nextAttemptAt !== null)),
  )
  await db.updateTable('outbox').set({ attempts: 9 }).where('entity_id', 'in', deliveryIds).execute()
  await call(market.alpenbank.client, 'retrySync', { body: { ids: operations.map(({ id }) => id) } })
  await until('a push to fail', async () => {
    const now = await Promise.all(deliveryIds.map((id) => operationOf(market.alpenbank, id)))
    return now.some((operation) => (operation?.attempts ?? 0) >= 10)
  })
  await sql`UPDATE unreachable_peers SET next_probe_at = ${Math.floor(Date.now() / 1000) + seconds}`.execute(
    db,
  )
}

test('L5: one push that gets through to a peer that is back sends all the others', async () => {
  await market.south.node.close()
  const deliveryIds = [await newTransfer(), await newTransfer(), await newTransfer()]
  await failOften(deliveryIds, 1)
  await market.south.restart()
  const begin = Date.now()
  for (const id of deliveryIds) await untilOperation(id, ({ status }) => status === 'SYNCED')
  expect(Date.now() - begin).toBeLessThan(30_000)
})

test('L5: a peer that calls gets at once what waits for it', async () => {
  await market.south.node.close()
  const deliveryId = await newTransfer()
  await failOften([deliveryId], 20)
  await market.south.restart()
  const begin = Date.now()
  const baltic = await testClient(market.south.node.url, market.baltic.user)
  await createFopTransfer(baltic, {
    ...registry,
    direction: 'RECEIVE',
    account: AccountNumber.parse('22'),
    quantity: 1n,
    counterpartyAddr: market.alpenbank.address,
    description: 'A call of the peer',
  })
  await untilOperation(deliveryId, ({ status }) => status === 'SYNCED')
  expect(Date.now() - begin).toBeLessThan(10_000)
})

test('SRV-18 bytes that changed on the way are a mismatch, on both sides', async () => {
  await market.south.node.close()
  const deliveryId = await newTransfer()
  const { id } = await untilOperation(deliveryId, ({ status }) => status === 'REQUEST_FAILED')
  const db = market.north.node.database.kysely
  const own = await db
    .selectFrom('delivery_details')
    .select('details')
    .where('delivery_id', '=', deliveryId)
    .where('tenant', '=', market.alpenbank.address)
    .executeTakeFirstOrThrow()
  const change = (details: unknown) =>
    db
      .updateTable('delivery_details')
      .set({ details: JSON.stringify(details) })
      .where('delivery_id', '=', deliveryId)
      .where('tenant', '=', market.alpenbank.address)
      .execute()
  await change({ ...(own.details as object), description: 'Something else' })
  await market.south.restart()
  await call(market.alpenbank.client, 'retrySync', { body: { ids: [id] } })
  await untilOperation(deliveryId, ({ status }) => status === 'FINGERPRINT_MISMATCH')
  const baltic = await testClient(market.south.node.url, market.baltic.user)
  expect(await getTransfer(baltic, deliveryId)).toMatchObject({
    description: null,
    detailsStatus: 'FINGERPRINT_MISMATCH',
  })
  // Corrected and retried, it arrives.
  await change(own.details)
  await call(market.alpenbank.client, 'retrySync', { body: { ids: [id] } })
  await untilOperation(deliveryId, ({ status }) => status === 'SYNCED')
  expect(await getTransfer(baltic, deliveryId)).toMatchObject({
    description: 'Rebalancing',
    detailsStatus: 'SYNCED',
  })
})

test('SRV-18 a server that may not call private peers does not', async () => {
  await market.north.restart({ allowPrivatePeers: false })
  const deliveryId = await newTransfer()
  const refused = await untilOperation(deliveryId, ({ status }) => status === 'REQUEST_FAILED')
  expect(refused.lastError).toMatch(/no https address|private/)
  const rows = await market.south.node.database.kysely
    .selectFrom('delivery_details')
    .select('tenant')
    .where('delivery_id', '=', deliveryId)
    .execute()
  expect(rows).toEqual([])
  await market.north.restart()
  await untilOperation(deliveryId, ({ status }) => status === 'SYNCED')
})

test('SRV-18 a server that hangs holds up nobody else, and is not called for each push', async () => {
  let calls = 0
  const hanging = createServer(() => void (calls += 1)).listen(0, '127.0.0.1')
  await once(hanging, 'listening')
  const url = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`
  const hung = await joinTenant(
    market.ledger,
    { ...market.south.plan, url },
    {
      name: 'Hanging Bank',
      user: [],
      registry: ['registry.INVESTOR'],
    },
  )
  await untilIndexed(market.ledger, market.north.node)
  const waiting = [await newTransfer(hung.address), await newTransfer(hung.address)]
  const deliveryId = await newTransfer()
  await untilOperation(deliveryId, ({ status }) => status === 'SYNCED')
  for (const id of waiting) expect((await operationOf(market.alpenbank, id))?.status).toBe('PENDING')
  expect(calls).toBeLessThanOrEqual(2)
  const begin = Date.now()
  await market.north.restart()
  expect(Date.now() - begin).toBeLessThan(10_000)
  hanging.closeAllConnections()
  hanging.close()
  for (const id of waiting) await untilOperation(id, ({ status }) => status === 'REQUEST_FAILED')
})

test('the list is filtered by status, event, dApp and destination', async () => {
  const count = async (query: object) => {
    const { totalItemCount } = await call(market.alpenbank.client, 'syncOperations', { query })
    return totalItemCount
  }
  const all = await count({})
  expect(all).toBeGreaterThan(3)
  expect(await count({ status: ['SYNCED'] })).toBe(all - 2)
  expect(await count({ status: ['PENDING', 'REQUEST_FAILED'] })).toBe(2)
  expect(await count({ event: 'DELIVERY_DETAILS' })).toBe(all)
  expect(await count({ event: 'INSTRUMENT_DETAILS' })).toBe(0)
  expect(await count({ destinationTenantAddr: market.baltic.address })).toBe(all - 2)
  expect(await count({ destinationTenantAddr: market.fjord.address })).toBe(0)
  const { address: dappAddr } = await call(market.alpenbank.client, 'deliveryManager')
  expect(await count({ dappAddr })).toBe(all)
})

test('a remote signer signs the pushes; while it is away they wait, and the peer is not to blame', async () => {
  const { nodeKey, nodeAccount } = { ...market.north.plan.config, nodeAccount: market.north.plan.nodeAccount }
  const signer = await startWeb3Signer({ keys: [nodeKey] })
  const files = { headersFile: undefined, ca: undefined, client: undefined }
  const nodeSigner = { url: signer.url, address: nodeAccount, ...files }
  await market.north.restart({ nodeKey: undefined, nodeSigner })
  expect(market.north.node.nodeAccount).toBe(nodeAccount)
  const first = await newTransfer()
  await untilOperation(first, ({ status }) => status === 'SYNCED')
  expect(signer.signed.length).toBeGreaterThan(0)

  await signer.stop()
  const second = await newTransfer()
  const failed = await untilOperation(second, ({ status }) => status === 'REQUEST_FAILED')
  expect(failed.lastError).toMatch(
    /^The remote signer cannot be reached: check its URL, and that it is running\./,
  )
  const { kysely } = market.north.node.database
  const unreachable = await kysely.selectFrom('unreachable_peers').select('tenant').execute()
  expect(unreachable).not.toContainEqual({ tenant: market.baltic.address })

  const again = await startWeb3Signer({ keys: [nodeKey], port: Number(new URL(signer.url).port) })
  await untilOperation(second, ({ status }) => status === 'SYNCED')
  await market.north.restart()
  await again.stop()
})
