import { Bytes32, DeliveryDetails, fingerprintOf, freshSalt } from '@connex/protocol'
import { call } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SEEDED } from '../../../../testkit/src/database/ledgerRows.ts'
import { startServersFixture } from '../../../../testkit/src/fixtures/servers.ts'
import type { ServersFixture } from '../../../../testkit/src/fixtures/servers.ts'

let world: ServersFixture
let alpen: Client
let baltic: Client
let rhone: Client
beforeAll(async () => {
  world = await startServersFixture()
  alpen = (await world.addUser('alpenbank', 'delivery.BACKOFFICE')).client
  baltic = (await world.addUser('baltic', 'delivery.BACKOFFICE')).client
  rhone = (await world.addUser('rhone', 'delivery.BACKOFFICE')).client
})
afterAll(() => world.stop())

const { deliveryId } = SEEDED
const secret = Bytes32.parse(freshSalt())
const put = (client: Client, legIdx: number, given = secret) =>
  call(client, 'putHtlcSecret', { body: { deliveryId, legIdx, secret: given } })
const read = async (client: Client) =>
  (await call(client, 'htlcSecrets', { query: { deliveryIds: [deliveryId] } })).items

test('a secret is stored for an HTLC leg of a delivery that the tenant takes part in', async () => {
  await expect(put(rhone, 1)).rejects.toMatchObject({ status: 404 })
  await expect(put(alpen, 0)).rejects.toMatchObject({ status: 404 })
  await expect(put(alpen, 7)).rejects.toMatchObject({ status: 404 })
})

test('a delivery has at most 32 legs, and the last of them is a leg', async () => {
  await expect(put(alpen, 31)).rejects.toMatchObject({ status: 404 })
  await expect(put(alpen, 32)).rejects.toMatchObject({ status: 400 })
})

test('the leg’s sender alone stores it, once, and no other tenant reads it', async () => {
  await expect(put(baltic, 1)).rejects.toMatchObject({ status: 403 })
  await put(alpen, 1)
  await put(alpen, 1)
  await expect(put(alpen, 1, Bytes32.parse(freshSalt()))).rejects.toMatchObject({ code: 'alreadyStored' })
  expect(await read(alpen)).toMatchObject([{ deliveryId, legIdx: 1, secret }])
  expect([await read(baltic), await read(rhone)]).toEqual([[], []])
})

test('another system’s note is in the delivery’s details, for the tenant that stored it', async () => {
  const log = { system: 'Core banking', text: 'Cash booked', at: 1_760_000_000 }
  const note = (client: Client) => call(client, 'putExternalAuditLog', { body: { deliveryId, log } })
  await expect(note(rhone)).rejects.toMatchObject({ status: 404 })
  // Only what is held is listed: the details first.
  const details = DeliveryDetails.parse({ salt: freshSalt(), description: 'Rebalancing' })
  await world.servers.north.database.kysely
    .updateTable('deliveries')
    .set({ private_data_fp: fingerprintOf(details) })
    .execute()
  await call(alpen, 'putDeliveryDetails', { body: { deliveryId, details } })
  await note(alpen)
  await note(alpen)
  const { items } = await call(alpen, 'deliveryDetails', { query: { deliveryIds: [deliveryId] } })
  expect(items).toMatchObject([{ deliveryId, externalAuditLogs: [log] }])
})
