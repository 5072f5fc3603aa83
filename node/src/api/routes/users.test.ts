import { grantUserPrivileges } from '@connex/contracts/deploy'
import type { PrivilegeName } from '@connex/contracts/deploy'
import { Bytes32, privilegeId } from '@connex/protocol'
import type { Address } from '@connex/protocol'
import { acceptInvitation, call } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startBankFixture } from '../../../../testkit/src/fixtures/bank.ts'
import type { BankFixture } from '../../../../testkit/src/fixtures/bank.ts'
import type { TestTenant } from '../../../../testkit/src/fixtures/tenants.ts'
import { untilIndexed } from '../../../../testkit/src/servers/testNode.ts'
import { newUser, testClient } from '../../../../testkit/src/servers/users.ts'
import type { TestUser } from '../../../../testkit/src/servers/users.ts'
import { nowSeconds } from '../../storage/engine/database.ts'
import { findViewer } from '../../storage/queries/viewers.ts'

let world: BankFixture
let admin: Client
let user: Client
beforeAll(async () => {
  world = await startBankFixture()
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

test('an invitation is confirmed by its own wallet, with its own token, once', async () => {
  const [added, other] = [newUser(), newUser()]
  const { invitationToken: token } = await create(admin, added.address)
  const refused = { status: 404, detail: 'User not found' }
  const stranger = await testClient(world.node.url, other)
  const confirming = call(stranger, 'confirmUserRegistration', { body: { token } })
  await expect(confirming).rejects.toMatchObject(refused)
  const client = await testClient(world.node.url, added)
  await expect(acceptInvitation(client, { token: 'x'.repeat(43) })).rejects.toMatchObject(refused)
  await expect(call(client, 'positions')).rejects.toMatchObject({ code: 'notActive' })
  await expect(
    call(admin, 'updateUser', { body: { userAddr: added.address, status: 'ACTIVE' } }),
  ).rejects.toMatchObject({ status: 409, code: 'userStateFixed', problem: { userStatus: 'INVITED' } })
  expect(await acceptInvitation(client, { token })).toMatchObject({ status: 'ACTIVE' })
  await expect(acceptInvitation(client, { token })).rejects.toMatchObject(refused)
})

test('R059 R110 R111 E023 the admin sees who is invited, and takes back only what is not confirmed', async () => {
  const [added, registered] = [newUser(), newUser()]
  const { invitationToken } = await create(admin, added.address)
  const { invitationToken: used } = await create(admin, registered.address)
  await acceptInvitation(await testClient(world.node.url, registered), { token: used })
  const { items } = await call(admin, 'userRegistrations')
  expect(items.find(({ userAddr }) => userAddr === added.address)).toMatchObject({
    status: 'INVITED',
    invitationToken,
  })
  expect(items.find(({ userAddr }) => userAddr === registered.address)).toMatchObject({
    status: 'ACTIVE',
    invitationToken: null,
  })
  const takeBack = (client: Client, userAddr = added.address) =>
    call(client, 'deleteUserRegistration', { query: { userAddr } })
  const refused = {
    status: 403,
    detail: 'Current user is not a tenant admin OR user to delete is not in status INVITED',
  }
  await expect(takeBack(user)).rejects.toMatchObject(refused)
  await expect(takeBack(admin, registered.address)).rejects.toMatchObject(refused)
  await expect(takeBack(admin, newUser().address)).rejects.toMatchObject({
    status: 404,
    detail: 'User not found',
  })
  await takeBack(admin)
  const removed = await testClient(world.node.url, added)
  await expect(acceptInvitation(removed, { token: invitationToken })).rejects.toMatchObject({ status: 404 })
})

test('the ledger’s admin has access before it is stored here', async () => {
  const { user: who, tenant } = await call(admin, 'me')
  expect(who).toMatchObject({ status: 'ACTIVE', lockExpiration: null, userAddr: world.bank.admin.address })
  expect(who.privileges).toContain('user.TENANT_ADMIN')
  expect(tenant).toMatchObject({
    name: 'Alpenbank',
    connexApiUrl: world.plan.url,
    address: world.bank.address,
  })
  expect(new Set(tenant.dappControllers.map(({ type }) => type))).toEqual(
    new Set(['delivery', 'instrument', 'platform', 'registry']),
  )
  const narrowed = await call(admin, 'me', { query: { dappTypes: ['delivery'] } })
  expect(narrowed.tenant.dappControllers.map(({ type }) => type)).toEqual(['delivery'])
})

test('the admin of the ledger is listed, and locked as any other', async () => {
  const { address: userAddr } = world.bank.admin
  const [deputy] = [newUser()]
  const { ledger, bank, node } = world
  const { PlatformManager } = ledger.deployment.contracts
  await grantUserPrivileges(ledger.ledger, bank.admin.account, bank.access, PlatformManager, [
    { user: deputy.account.address, privileges: ['user.TENANT_ADMIN'] },
  ])
  await untilIndexed(ledger, node)
  const find = async (address: string) =>
    (await call(admin, 'users')).items.filter((one) => one.userAddr === address)
  for (const address of [userAddr, deputy.address]) {
    const found = await find(address)
    expect(found).toMatchObject([{ userId: address, name: address, status: 'ACTIVE', lockExpiration: null }])
    expect(found[0]?.privileges).toContain('user.TENANT_ADMIN')
  }
  const query = { privilegeIds: [Bytes32.parse(privilegeId('user.TENANT_ADMIN'))] }
  const admins = (await call(admin, 'users', { query })).items.map((one) => one.userAddr)
  expect(admins).toEqual(expect.arrayContaining([userAddr, deputy.address]))
  const client = await testClient(node.url, deputy)
  expect(await call(client, 'users')).toMatchObject({ items: expect.any(Array) as unknown })
  const lockExpiration = nowSeconds() + 600
  const body = { userAddr: deputy.address, lockExpiration }
  expect(await call(admin, 'updateUser', { body })).toMatchObject({ lockExpiration })
  await expect(call(client, 'users')).rejects.toMatchObject({ code: 'locked' })
  expect((await call(client, 'me')).user).toMatchObject({ lockExpiration })
  expect(await find(deputy.address)).toMatchObject([{ lockExpiration, name: deputy.address }])
})

test('an added user has access; the ledger decides what the user may do', async () => {
  const added = newUser()
  const { invitationToken, ...invited } = await create(admin, added.address)
  expect(invited).toEqual({
    userAddr: added.address,
    userId: added.address,
    name: 'B. Keller',
    status: 'INVITED',
    lockExpiration: null,
    walletExpirationStatus: 'INACTIVE_USER',
    walletExpiresAt: null,
    privileges: [],
    instancePrivileges: [],
  })
  const client = await testClient(world.node.url, added)
  expect(await call(client, 'me')).toMatchObject({ user: { name: 'B. Keller', status: 'INVITED' } })
  await acceptInvitation(client, { token: invitationToken })
  expect(await call(client, 'me')).toMatchObject({ user: { status: 'ACTIVE' } })
  await expect(call(client, 'positions')).rejects.toMatchObject({ status: 403 })
  const { items } = await call(admin, 'users', { query: { filter: added.address } })
  expect(items).toMatchObject([{ userAddr: added.address, invitationToken: null, viewPresets: [] }])
})

/** An active user of the bank, with its client. */
const active = async () => {
  const added = newUser()
  const { invitationToken } = await create(admin, added.address)
  const client = await testClient(world.node.url, added)
  await acceptInvitation(client, { token: invitationToken })
  const change = (more: object) => call(admin, 'updateUser', { body: { userAddr: added.address, ...more } })
  return { client, change, userAddr: added.address, invitationToken }
}

test('the admin sees of a user what was done to it, its token, and of its presets only the own', async () => {
  const presets = [{ view: 'holdings', preset: { wide: true } }]
  await call(admin, 'putViewPreset', { body: presets[0]! })
  const { client, change, userAddr } = await active()
  await call(client, 'putViewPreset', { body: { view: 'holdings', preset: 1 } })
  await change({ name: 'D. Keller' })
  const [listed] = (await call(admin, 'users', { query: { filter: userAddr } })).items
  expect(listed).toMatchObject({ name: 'D. Keller', viewPresets: [] })
  const { items } = await call(admin, 'audit', { query: { auditId: listed?.auditIds ?? [] } })
  expect(new Set(items.map((entry) => entry.entityId))).toEqual(new Set([userAddr]))
  expect(items.map((entry) => entry.call)).toEqual(expect.arrayContaining(['createUser', 'updateUser']))
})

test('every status is reached by its transitions and shown by whoami, and only ACTIVE has access', async () => {
  const added = newUser()
  const { invitationToken } = await create(admin, added.address)
  const client = await testClient(world.node.url, added)
  const change = (status: string) =>
    call(admin, 'updateUser', { body: { userAddr: added.address, status: status as never } })
  const fixed = (from: string) => ({ status: 409, code: 'userStateFixed', problem: { userStatus: from } })
  const isOut = async (status: string) => {
    expect((await call(client, 'me')).user.status).toBe(status)
    await expect(call(client, 'login')).rejects.toMatchObject({
      status: 403,
      code: 'notActive',
      problem: { userStatus: status },
    })
  }
  await isOut('INVITED')
  await expect(change('INACTIVE')).rejects.toMatchObject(fixed('INVITED'))
  await change('REJECTED')
  await isOut('REJECTED')
  await expect(acceptInvitation(client, { token: invitationToken })).rejects.toMatchObject({ status: 404 })
  await expect(change('ACTIVE')).rejects.toMatchObject(fixed('REJECTED'))
  await change('INVITED')
  const [invited] = (await call(admin, 'users', { query: { filter: added.address } })).items
  await acceptInvitation(client, { token: invited?.invitationToken ?? '' })
  await expect(change('INVITED')).rejects.toMatchObject(fixed('ACTIVE'))
  await change('INACTIVE')
  await isOut('INACTIVE')
  await change('ACTIVE')
  await expect(call(client, 'login')).resolves.toMatchObject({ token: expect.any(String) as unknown })
  await change('DELETED')
  await isOut('DELETED')
  for (const status of ['INVITED', 'ACTIVE', 'INACTIVE', 'REJECTED'])
    await expect(change(status)).rejects.toMatchObject(fixed('DELETED'))
})

test('a wallet that has expired opens whoami alone, and the bearer token that it got before opens nothing', async () => {
  const { client, change } = await active()
  const expiration = async () => (await call(client, 'me')).user.walletExpirationStatus
  expect(await expiration()).toBe('EXCLUDED')
  await call(client, 'tenants')
  await change({ walletExpiresAt: nowSeconds() + 90 * 86_400 })
  expect(await expiration()).toBe('ACTIVE')
  await change({ walletExpiresAt: nowSeconds() + 86_400 })
  expect(await expiration()).toBe('EXPIRING')
  const walletExpiresAt = nowSeconds() - 1
  await change({ walletExpiresAt })
  expect(await expiration()).toBe('EXPIRED')
  for (const name of ['tenants', 'positions', 'login'] as const)
    await expect(call(client, name)).rejects.toMatchObject({
      status: 403,
      code: 'walletExpired',
      problem: { walletExpiresAt },
    })
  await change({ walletExpiresAt: null, status: 'INACTIVE' })
  expect(await expiration()).toBe('INACTIVE_USER')
})

test('the users are narrowed by status, by their wallet’s expiry and by privilege', async () => {
  const { change, userAddr } = await active()
  await change({ walletExpiresAt: nowSeconds() + 86_400 })
  const found = async (query: object) =>
    (await call(admin, 'users', { query: { itemsPerPage: 500, ...query } })).items.map((one) => one.userAddr)
  expect(await found({ walletExpirationStatus: ['EXPIRING'] })).toEqual([userAddr])
  expect(await found({ walletExpirationStatus: ['EXPIRED'] })).not.toContain(userAddr)
  expect(await found({ status: ['ACTIVE'] })).toContain(userAddr)
  expect(await found({ status: ['DELETED'] })).not.toContain(userAddr)
  const privilegeIds = [Bytes32.parse(privilegeId('delivery.BACKOFFICE'))]
  expect(await found({ privilegeIds })).toEqual([world.bank.user.address])
})

test('a lock, its end, and a status take effect with the next request', async () => {
  const added = newUser()
  const { invitationToken } = await create(admin, added.address)
  const client = await testClient(world.node.url, added)
  await acceptInvitation(client, { token: invitationToken })
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

describe('two tenants on one server', () => {
  let other: Client
  beforeAll(async () => {
    const hostedTenants = [world.bank.address, world.stranger.address]
    await untilIndexed(world.ledger, await world.restart({ hostedTenants }))
    other = await testClient(world.node.url, world.stranger.admin)
  })

  const confirm = async (wallet: TestUser, token: string) =>
    acceptInvitation(await testClient(world.node.url, wallet), { token })
  const tenantOf = async (wallet: TestUser) =>
    (await call(await testClient(world.node.url, wallet), 'me')).tenant.address
  const grant = async (tenant: TestTenant, user: TestUser, privilege: PrivilegeName) => {
    const { ledger, node } = world
    const { PlatformManager } = ledger.deployment.contracts
    await grantUserPrivileges(ledger.ledger, tenant.admin.account, tenant.access, PlatformManager, [
      { user: user.account.address, privileges: [privilege] },
    ])
    await untilIndexed(ledger, node)
  }
  const ELSEWHERE = { status: 409, code: 'userOfAnotherTenant' }

  test('L3: an invitation of one tenant neither stops another one’s nor shows in its answer', async () => {
    const wallet = newUser()
    const first = await create(other, wallet.address)
    const { invitationToken, ...second } = await create(admin, wallet.address)
    expect(second).toMatchObject({ status: 'INVITED', userId: first.userId, privileges: [] })
    await expect(create(admin, wallet.address)).rejects.toMatchObject({ status: 409, code: 'alreadyStored' })
    const body = { userAddr: wallet.address, name: 'Renamed' }
    await call(other, 'updateUser', { body })
    const [listed] = (await call(admin, 'users', { query: { filter: wallet.address } })).items
    expect(listed).toMatchObject({ name: 'B. Keller', status: 'INVITED', invitationToken })
    await call(other, 'deleteUserRegistration', { query: { userAddr: wallet.address } })
    expect(await confirm(wallet, invitationToken)).toMatchObject({ status: 'ACTIVE' })
    expect(await tenantOf(wallet)).toBe(world.bank.address)
  })

  test('L3: the wallet’s first confirmation decides, and the other tenant’s admin sees nothing of it', async () => {
    const wallet = newUser()
    const [theirs, ours] = [await create(other, wallet.address), await create(admin, wallet.address)]
    const both = [confirm(wallet, ours.invitationToken), confirm(wallet, ours.invitationToken)]
    expect((await Promise.allSettled(both)).map(({ status }) => status).toSorted()).toEqual([
      'fulfilled',
      'rejected',
    ])
    await expect(confirm(wallet, theirs.invitationToken)).rejects.toMatchObject({
      status: 409,
      code: 'walletOfAnotherTenant',
    })
    expect(await tenantOf(wallet)).toBe(world.bank.address)
    const { items } = await call(other, 'userRegistrations')
    expect(items.find(({ userAddr }) => userAddr === wallet.address)).toMatchObject({
      status: 'INVITED',
      invitationToken: theirs.invitationToken,
    })
    await call(admin, 'updateUser', { body: { userAddr: wallet.address, status: 'DELETED' } })
    expect(await confirm(wallet, theirs.invitationToken)).toMatchObject({ status: 'ACTIVE' })
    expect(await tenantOf(wallet)).toBe(world.stranger.address)
  })

  test('L3: to another tenant a user looks like anybody: the server does not reveal its users', async () => {
    const { userAddr } = await active()
    const answered = async (address: Address) => Object.keys(await create(other, address))
    expect(await answered(userAddr)).toEqual(await answered(newUser().address))
    const change = { userAddr: (await active()).userAddr, name: 'X' }
    await expect(call(other, 'updateUser', { body: change })).rejects.toMatchObject({ code: 'userNotFound' })
    await expect(
      call(other, 'deleteUserRegistration', { query: { userAddr: change.userAddr } }),
    ).rejects.toMatchObject({
      code: 'userNotFound',
    })
  })

  test('L3: whom the ledger knows as another tenant’s is not invited, until the ledger knows it as one’s own', async () => {
    const { user: theirs, admin: theirAdmin } = world.stranger
    for (const { address } of [theirs, theirAdmin])
      await expect(create(admin, address)).rejects.toMatchObject(ELSEWHERE)
    await expect(create(other, world.bank.user.address)).rejects.toMatchObject(ELSEWHERE)
    const wallet = newUser()
    await grant(world.stranger, wallet, 'user.TENANT_ADMIN')
    await call(other, 'updateUser', { body: { userAddr: wallet.address, name: 'Claimed' } })
    await grant(world.bank, wallet, 'delivery.BACKOFFICE')
    const { invitationToken } = await create(admin, wallet.address)
    expect(await tenantOf(wallet)).toBe(world.stranger.address)
    await confirm(wallet, invitationToken)
    expect(await tenantOf(wallet)).toBe(world.bank.address)
  })

  test('L3: an admin of the ledger stays its tenant’s whatever another tenant grants or writes down', async () => {
    const deputy = newUser()
    await grant(world.bank, deputy, 'user.TENANT_ADMIN')
    await grant(world.stranger, deputy, 'user.TENANT_ADMIN')
    const body = { userAddr: deputy.address, name: 'Claimed' }
    expect(await call(other, 'updateUser', { body })).toMatchObject({ name: 'Claimed', status: 'ACTIVE' })
    expect(await tenantOf(deputy)).toBe(world.bank.address)
    const [listed] = (await call(admin, 'users', { query: { filter: deputy.address } })).items
    expect(listed).toMatchObject({ name: deputy.address, status: 'ACTIVE' })
  })

  test('L3: a server’s node account that is invited stays the node account', async () => {
    const { nodeAccount } = world.plan
    await create(admin, nodeAccount)
    const hosted = [world.bank.address, world.stranger.address]
    expect(await findViewer(world.node.database.kysely, nodeAccount, hosted)).toMatchObject({ kind: 'node' })
  })
})
