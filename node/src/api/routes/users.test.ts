import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import { nowSeconds } from '../../storage/queryable.ts'
import { newUser } from '../../testing/joinTenant.ts'
import { startTestBank } from '../../testing/startTestBank.ts'
import type { TestBank } from '../../testing/startTestBank.ts'
import { testClient } from '../../testing/testClient.ts'

let world: TestBank
let admin: Client
let user: Client
beforeAll(async () => {
  world = await startTestBank()
  admin = await testClient(world.node.url, world.bank.admin)
  user = await testClient(world.node.url, world.bank.user)
})
afterAll(() => world.stop())

const create = (client: Client, userAddr = newUser().address, more: { userId?: string } = {}) =>
  call(client, 'createUser', { body: { userAddr, name: 'B. Keller', ...more } })

test('only a tenant admin sees, adds or changes users', async () => {
  const refused = { status: 403, code: 'forbidden', title: 'User Authorization Failure' }
  await expect(call(user, 'users')).rejects.toMatchObject(refused)
  await expect(create(user)).rejects.toMatchObject(refused)
  const body = { userAddr: world.bank.user.address, name: 'X' }
  await expect(call(user, 'updateUser', { body })).rejects.toMatchObject(refused)
})

test('an address is a user once, and so is a user id', async () => {
  const address = newUser().address
  await create(admin, address, { userId: 'keller' })
  await expect(create(admin, address)).rejects.toMatchObject({ status: 409, code: 'alreadyStored' })
  await expect(create(admin, newUser().address, { userId: 'keller' })).rejects.toMatchObject({ status: 409 })
})

test('somebody that the tenant does not have cannot be changed', async () => {
  const body = { userAddr: newUser().address, name: 'X' }
  await expect(call(admin, 'updateUser', { body })).rejects.toMatchObject({
    status: 404,
    code: 'userNotFound',
    detail: 'User not found',
  })
})

test('the admin of the ledger comes in before anybody has written it down here', async () => {
  const { user: who, tenant } = await call(admin, 'me')
  expect(who).toMatchObject({ status: 'ACTIVE', lockExpiration: null, userAddr: world.bank.admin.address })
  expect(who.privileges).toContain('user.TENANT_ADMIN')
  expect(tenant).toMatchObject({
    name: 'Alpenbank',
    connexApiUrl: world.place.url,
    address: world.bank.address,
  })
  expect(tenant.dappControllers.map(({ type }) => type).toSorted()).toEqual([
    'delivery',
    'instrument',
    'platform',
    'registry',
  ])
  const narrowed = await call(admin, 'me', { query: { dappTypes: ['delivery'] } })
  expect(narrowed.tenant.dappControllers.map(({ type }) => type)).toEqual(['delivery'])
})

test('a user who was added comes in; what the user may do is the ledger’s', async () => {
  const added = newUser()
  expect(await create(admin, added.address)).toEqual({
    userAddr: added.address,
    userId: added.address,
    name: 'B. Keller',
    status: 'ACTIVE',
    lockExpiration: null,
    privileges: [],
    instancePrivileges: [],
  })
  const client = await testClient(world.node.url, added)
  expect(await call(client, 'me')).toMatchObject({ user: { name: 'B. Keller' } })
  await expect(call(client, 'positions')).rejects.toMatchObject({ status: 403 })
  const { items } = await call(admin, 'users', { query: { filter: added.address } })
  expect(items).toMatchObject([{ userAddr: added.address }])
})

test('a lock, its end, and a status take effect with the next request', async () => {
  const added = newUser()
  await create(admin, added.address)
  const client = await testClient(world.node.url, added)
  const change = (more: object) => call(admin, 'updateUser', { body: { userAddr: added.address, ...more } })
  const lockExpiration = nowSeconds() + 1_000
  expect(await change({ lockExpiration })).toMatchObject({ lockExpiration })
  await expect(call(client, 'tenants')).rejects.toMatchObject({ code: 'locked', problem: { lockExpiration } })
  expect(await change({ lockExpiration: null, name: 'C. Keller' })).toMatchObject({
    lockExpiration: null,
    name: 'C. Keller',
  })
  await expect(call(client, 'tenants')).resolves.toMatchObject({ totalItemCount: 3 })
  await change({ status: 'INACTIVE' })
  await expect(call(client, 'tenants')).rejects.toMatchObject({
    code: 'notActive',
    problem: { userStatus: 'INACTIVE' },
  })
})
