// Private details come in: by the tenant's own user, and by push. Real servers, a real ledger; pushes made by hand.
import { AccountNumber, DeliveryDetails, DeliveryId, fingerprintOf, freshSalt } from '@connex/protocol'
import type { Address, CallBody } from '@connex/protocol'
import { call, createFopTransfer, getTransfer } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mint, openRegistry, startMarketFixture } from '../../../../testkit/src/fixtures/market.ts'
import type { MarketFixture, MarketRegistry, MarketServer } from '../../../../testkit/src/fixtures/market.ts'
import { until } from '../../../../testkit/src/machine.ts'
import { newUser, testClient } from '../../../../testkit/src/servers/users.ts'
import type { TestUser } from '../../../../testkit/src/servers/users.ts'
import { startOlderServer } from '../../../../testkit/src/servers/olderServer.ts'

let market: MarketFixture
let registry: MarketRegistry
/** North's node account at south's door. */
let northAtSouth: Client
beforeAll(async () => {
  market = await startMarketFixture()
  registry = await openRegistry(market, 'DE000CNX0017')
  await mint(market, registry, 10_000n)
  northAtSouth = await testClient(market.south.node.url, nodeUser(market.north))
})
afterAll(() => market.stop())

const nodeUser = ({ plan: place }: MarketServer): TestUser => ({
  key: place.config.nodeKey,
  account: privateKeyToAccount(place.config.nodeKey),
  address: place.nodeAccount,
})

const newDetails = (description = 'Rebalancing') => DeliveryDetails.parse({ salt: freshSalt(), description })
const newId = () => DeliveryId.parse(freshSalt())
type Body = CallBody<'putDeliveryDetails'>
const put = (client: Client, body: Body) => call(client, 'putDeliveryDetails', { body })
const held = async (client: Client, deliveryId: DeliveryId) =>
  (await call(client, 'deliveryDetails', { query: { deliveryIds: [deliveryId] } })).items[0]

async function newTransfer(counterpartyAddr: Address = market.baltic.address): Promise<DeliveryId> {
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

const untilSouthKnows = (deliveryId: DeliveryId) =>
  until('the delivery', async () => {
    const { items } = await call(market.baltic.client, 'deliveries', { query: { deliveryIds: [deliveryId] } })
    return items.length === 1
  })

const untilPushed = (deliveryId: DeliveryId) =>
  until('the push', async () => (await held(market.baltic.client, deliveryId))?.status === 'SYNCED')

const rowsAt = ({ node }: MarketServer, deliveryId: DeliveryId) =>
  node.database.kysely
    .selectFrom('delivery_details')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .execute()

/** What a part return says of its deal. */
const event = {
  v: 1,
  event: 'RETURN',
  basedOn: freshSalt(),
  effectiveDate: '2026-11-30',
  lots: [{ legIdx: 0, lot: 'P1' }],
}

describe('the own user', () => {
  test.each<[string, object, string]>([
    ['a field that is unknown', { price: '1' }, 'details.price'],
    ['a field of a deal that is unknown', { deal: { ...event, price: '1' } }, 'details.deal.price'],
    [
      'an event without its opening',
      { deal: event, openingDeliveryId: undefined },
      'details.openingDeliveryId',
    ],
    ['an event of an unknown kind', { deal: { ...event, event: 'SALE' } }, 'details.deal.event'],
    [
      'a lot that is none',
      { deal: { ...event, lots: [{ legIdx: 0, lot: 'Q1' }] } },
      'details.deal.lots.0.lot',
    ],
    ['a reference that is too long', { reference: 'x'.repeat(36) }, 'details.reference'],
  ])('%s is refused, and nothing stored', async (_, fields, path) => {
    const deliveryId = newId()
    const details = { ...newDetails(), openingDeliveryId: newId(), ...fields }
    await expect(put(market.alpenbank.client, { deliveryId, details })).rejects.toMatchObject({
      status: 400,
      problem: { errors: [{ path }] },
    })
    expect(await rowsAt(market.north, deliveryId)).toEqual([])
  })

  test('an event is refused while the server of another party does not support deals, and nothing stored', async () => {
    const openingDeliveryId = await newTransfer()
    const details = { ...newDetails(), openingDeliveryId, deal: event }
    const older = await startOlderServer()
    const moveBaltic = (api_url: string) =>
      market.north.node.database.kysely
        .updateTable('tenants')
        .set({ api_url })
        .where('address', '=', market.baltic.address)
        .execute()
    const deliveryId = newId()
    try {
      await moveBaltic(older.url)
      await expect(put(market.alpenbank.client, { deliveryId, details } as Body)).rejects.toMatchObject({
        status: 409,
        code: 'peerTooOld',
      })
      expect(await rowsAt(market.north, deliveryId)).toEqual([])
    } finally {
      older.close()
      await moveBaltic(market.south.node.url)
    }
    expect(await put(market.alpenbank.client, { deliveryId, details } as Body)).toMatchObject({
      status: 'PENDING',
    })
  })

  test('details of an event are stored as they came, so that their fingerprint stays the same', async () => {
    const deliveryId = newId()
    const details = { ...newDetails(), openingDeliveryId: newId(), deal: event, reference: 'T-4711' }
    const { fingerprint } = await put(market.alpenbank.client, { deliveryId, details } as Body)
    expect(fingerprint).toBe(fingerprintOf(details))
    const [row] = await rowsAt(market.north, deliveryId)
    expect(row?.details).toEqual(details)
  })

  test('before the delivery is published the details wait, for this tenant alone', async () => {
    const deliveryId = newId()
    const details = newDetails()
    const answer = await put(market.alpenbank.client, { deliveryId, details })
    expect(answer).toEqual({ fingerprint: fingerprintOf(details), status: 'PENDING' })
    expect(await put(market.alpenbank.client, { deliveryId, details })).toEqual(answer)
    expect(await held(market.alpenbank.client, deliveryId)).toMatchObject({
      status: 'PENDING',
      details,
      ledgerFp: null,
    })
    expect(await held(market.rhone.client, deliveryId)).toBeUndefined()
  })

  test('other details under the same id are refused, but not to another tenant', async () => {
    const deliveryId = newId()
    await put(market.alpenbank.client, { deliveryId, details: newDetails() })
    await expect(put(market.alpenbank.client, { deliveryId, details: newDetails() })).rejects.toMatchObject({
      status: 409,
      code: 'alreadyStored',
    })
    expect(await put(market.rhone.client, { deliveryId, details: newDetails() })).toMatchObject({
      status: 'PENDING',
    })
  })

  test('of a delivery in which the tenant takes no part nothing is stored', async () => {
    const deliveryId = await newTransfer()
    const refused = put(market.rhone.client, { deliveryId, details: newDetails() })
    await expect(refused).rejects.toMatchObject({ status: 403, code: 'forbidden' })
    expect((await rowsAt(market.north, deliveryId)).map(({ tenant }) => tenant)).not.toContain(
      market.rhone.address,
    )
  })

  test('details that differ from the ledger are stored apart and never used, the newest only', async () => {
    const deliveryId = await newTransfer()
    for (const description of ['Other', 'Another'])
      expect(
        await put(market.alpenbank.client, { deliveryId, details: newDetails(description) }),
      ).toMatchObject({
        status: 'FINGERPRINT_MISMATCH',
      })
    const transfer = await getTransfer(market.alpenbank.client, deliveryId)
    expect(transfer).toMatchObject({ description: 'Rebalancing', detailsStatus: 'SYNCED' })
    const rows = (await rowsAt(market.north, deliveryId)).filter(
      ({ tenant }) => tenant === market.alpenbank.address,
    )
    expect(rows.map(({ status }) => status).sort()).toEqual(['FINGERPRINT_MISMATCH', 'SYNCED'])
  })

  test('details that come after the delivery are compared and pushed as well', async () => {
    const deliveryId = await newTransfer()
    await untilPushed(deliveryId)
    const [row] = await rowsAt(market.south, deliveryId)
    for (const { node } of [market.north, market.south]) {
      await node.database.kysely
        .deleteFrom('delivery_details')
        .where('delivery_id', '=', deliveryId)
        .execute()
      await node.database.kysely.deleteFrom('outbox').where('entity_id', '=', deliveryId).execute()
    }
    const details = DeliveryDetails.parse(row!.details)
    expect(await put(market.alpenbank.client, { deliveryId, details })).toMatchObject({ status: 'SYNCED' })
    await untilPushed(deliveryId)
    expect(await getTransfer(market.registrar.client, deliveryId)).toMatchObject({
      description: 'Rebalancing',
    })
  })
})

describe('a push', () => {
  test('of what this server has not indexed yet is 409, to be tried again', async () => {
    const sendingTenantAddr = market.alpenbank.address
    const refused = put(northAtSouth, { deliveryId: newId(), details: newDetails(), sendingTenantAddr })
    await expect(refused).rejects.toMatchObject({ status: 409, code: 'notYetIndexed' })
  })

  test('by an account that no tenant has named is not authentic', async () => {
    const nobody = await testClient(market.south.node.url, newUser())
    const body = { deliveryId: newId(), details: newDetails(), sendingTenantAddr: market.alpenbank.address }
    await expect(put(nobody, body)).rejects.toMatchObject({ status: 401, code: 'unauthenticated' })
  })

  test('in the name of a tenant that has not named the account is refused', async () => {
    const deliveryId = await newTransfer()
    await untilSouthKnows(deliveryId)
    const body = { deliveryId, details: newDetails() }
    for (const sendingTenantAddr of [
      market.baltic.address,
      market.fjord.address,
      market.ledger.operatorUser.address,
    ])
      await expect(
        put(northAtSouth, { ...body, sendingTenantAddr: sendingTenantAddr as Address }),
      ).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  })

  test('by a user who is not a node account, or without a sender, is refused', async () => {
    const deliveryId = await newTransfer()
    await untilSouthKnows(deliveryId)
    const body = { deliveryId, details: newDetails() }
    const bySelf = put(market.baltic.client, { ...body, sendingTenantAddr: market.baltic.address })
    await expect(bySelf).rejects.toMatchObject({ status: 403 })
    await expect(put(northAtSouth, body)).rejects.toMatchObject({ status: 403 })
  })

  test('in the name of a tenant that takes no part is refused', async () => {
    const deliveryId = await newTransfer()
    await untilSouthKnows(deliveryId)
    const body = { deliveryId, details: newDetails(), sendingTenantAddr: market.rhone.address }
    await expect(put(northAtSouth, body)).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  })

  test('for a tenant that is not here, or takes no part, is refused', async () => {
    const deliveryId = await newTransfer()
    await untilPushed(deliveryId)
    const body = { deliveryId, details: newDetails(), sendingTenantAddr: market.alpenbank.address }
    for (const receivingTenantAddr of [market.fjord.address, market.rhone.address])
      await expect(put(northAtSouth, { ...body, receivingTenantAddr })).rejects.toMatchObject({ status: 403 })
    expect(await held(market.fjord.client, deliveryId)).toBeUndefined()
  })

  test('with another fingerprint is reported, stored apart, shown, and never used', async () => {
    const deliveryId = await newTransfer()
    await untilPushed(deliveryId)
    const { node } = market.south
    await node.database.kysely.deleteFrom('delivery_details').where('delivery_id', '=', deliveryId).execute()
    const wrong = { deliveryId, sendingTenantAddr: market.alpenbank.address }
    for (const description of ['Wrong', 'Wrong again'])
      expect(await put(northAtSouth, { ...wrong, details: newDetails(description) })).toMatchObject({
        status: 'FINGERPRINT_MISMATCH',
      })
    expect(await rowsAt(market.south, deliveryId)).toHaveLength(1)
    expect(await held(market.baltic.client, deliveryId)).toMatchObject({
      details: null,
      status: 'FINGERPRINT_MISMATCH',
    })
    const transfer = await getTransfer(market.baltic.client, deliveryId)
    expect(transfer).toMatchObject({ description: null, detailsStatus: 'FINGERPRINT_MISMATCH' })
  })

  test('twice is stored once', async () => {
    const deliveryId = await newTransfer()
    await untilPushed(deliveryId)
    const [row] = await rowsAt(market.south, deliveryId)
    const body = { deliveryId, details: DeliveryDetails.parse(row!.details) }
    const again = await put(northAtSouth, { ...body, sendingTenantAddr: market.alpenbank.address })
    expect(again).toMatchObject({ status: 'SYNCED' })
    expect(await rowsAt(market.south, deliveryId)).toHaveLength(1)
  })

  test('between tenants of one server needs none, and goes to the parties alone', async () => {
    const deliveryId = await newTransfer(market.rhone.address)
    expect(await getTransfer(market.rhone.client, deliveryId)).toMatchObject({ description: 'Rebalancing' })
    const tenants = (await rowsAt(market.north, deliveryId)).map(({ tenant }) => tenant)
    const parties = [market.alpenbank, market.rhone, market.registrar].map(({ address }) => address)
    expect(tenants.toSorted()).toEqual(parties.toSorted())
    expect(await rowsAt(market.south, deliveryId)).toEqual([])
    const pushes = await market.north.node.database.kysely
      .selectFrom('outbox')
      .selectAll()
      .where('entity_id', '=', deliveryId)
      .execute()
    expect(pushes).toEqual([])
  })
})
