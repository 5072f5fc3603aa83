import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import { HexData } from '@connex/protocol'
import { newUser } from '../../testing/newUser.ts'
import { startTestDesks } from '../../testing/startTestDesks.ts'
import type { TestDesks } from '../../testing/startTestDesks.ts'
import { testClient } from '../../testing/testClient.ts'

let world: TestDesks
let operator: Client
let alpen: Client
let wallet: Client
beforeAll(async () => {
  world = await startTestDesks()
  operator = (await world.join('operator', 'user.TENANT_ADMIN')).client
  alpen = (await world.join('alpenbank', 'user.TENANT_ADMIN')).client
  wallet = await testClient(world.desks.north.url, newUser())
})
afterAll(() => world.stop())

const invite = (client: Client, name = 'Nordhafen Custody') =>
  call(client, 'inviteTenant', { body: { name } })
const confirm = (token: string, name = 'Nordhafen Custody') =>
  call(wallet, 'confirmInvitation', {
    body: { token, tenant: { name, api: 'https://nord.example', lei: '' } },
  })
const remove = (client: Client, id: string) => call(client, 'deleteInvitation', { query: { id } })
const NOT_FOUND = { status: 404, detail: 'Tenant invitation not found' }
const rawTransaction = HexData.parse('0x00')

test('only the platform’s operator invites tenants', async () => {
  await expect(invite(alpen)).rejects.toMatchObject({ status: 403, code: 'forbidden' })
})

test('an unknown token, or a used one, confirms nothing', async () => {
  await expect(confirm('x'.repeat(43))).rejects.toMatchObject(NOT_FOUND)
  const { token } = await invite(operator)
  await confirm(token!)
  await expect(confirm(token!)).rejects.toMatchObject(NOT_FOUND)
})

test('an invitation goes while it is INVITED, and is its tenant’s alone', async () => {
  const { id, token } = await invite(operator, 'Short Lived')
  await expect(remove(alpen, id)).rejects.toMatchObject(NOT_FOUND)
  await expect(remove(operator, '99999')).rejects.toMatchObject(NOT_FOUND)
  await remove(operator, id)
  await expect(confirm(token!)).rejects.toMatchObject(NOT_FOUND)
})

test('INVITED, CONFIRMED by the new wallet, ACTIVE once the index has the tenant', async () => {
  const stateOf = async (id: string) => {
    const { items } = await call(operator, 'invitations')
    return items.find((one) => one.id === id)
  }
  const { id, token } = await invite(operator, 'Quiet Bank')
  expect(await stateOf(id)).toMatchObject({ state: 'INVITED', token, adminAddr: null })
  const register = () => call(operator, 'registerTenant', { body: { id, rawTransaction } })
  await expect(register()).rejects.toMatchObject(NOT_FOUND)
  expect(await confirm(token!, 'Quiet Bank')).toEqual({ id, state: 'CONFIRMED' })
  expect(await stateOf(id)).toMatchObject({
    state: 'CONFIRMED',
    token: null,
    adminAddr: wallet.signer?.address,
    tenant: { name: 'Quiet Bank', api: 'https://nord.example', lei: '' },
  })
  await expect(remove(operator, id)).rejects.toMatchObject({
    status: 403,
    detail: 'Tenant invitation is not in status INVITED',
  })
  await expect(register()).rejects.toMatchObject({ status: 400, code: 'transactionMalformed' })
  await world.desks.north.database.kysely
    .updateTable('tenants')
    .set({ name: 'Quiet Bank' })
    .where('address', '=', world.tenants.fjord)
    .execute()
  expect(await stateOf(id)).toMatchObject({ state: 'ACTIVE' })
  expect((await call(alpen, 'invitations')).items).toEqual([])
})

test('a tenant’s own change goes to the ledger as a transaction, checked before', async () => {
  await expect(call(alpen, 'updateTenant', { body: { rawTransaction } })).rejects.toMatchObject({
    status: 400,
    code: 'transactionMalformed',
  })
})
