import { platformManagerAbi, tenantAbi } from '@connex/contracts'
import { awaitReceipt, controllerFor } from '@connex/contracts/deploy'
import { Address, Fingerprint, HexData, ZERO_ADDRESS, ZERO_BYTES32 } from '@connex/protocol'
import type { TenantInvitation } from '@connex/protocol'
import { call } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import { encodeFunctionData, stringToHex } from 'viem'
import type { Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepareFailingWrites } from '../../../../testkit/src/database/failingWrites.ts'
import { startBankFixture } from '../../../../testkit/src/fixtures/bank.ts'
import type { BankFixture } from '../../../../testkit/src/fixtures/bank.ts'
import { signOnboarding, signOneCall } from '../../../../testkit/src/servers/batches.ts'
import { DEPLOYER } from '../../../../testkit/src/ledger/testLedger.ts'
import { until } from '../../../../testkit/src/machine.ts'
import { untilIndexed } from '../../../../testkit/src/servers/testNode.ts'
import { newUser, testClient } from '../../../../testkit/src/servers/users.ts'
import type { TestUser } from '../../../../testkit/src/servers/users.ts'

let world: BankFixture
let operatorUser: TestUser
let operatorTenant: Address
let operator: Client
let alpen: Client
const founder = newUser()
beforeAll(async () => {
  world = await startBankFixture()
  const { ledger, bank } = world
  const { operatorUser: account, deployment } = ledger
  operatorTenant = Address.parse(deployment.operator.tenant)
  await serve(bank.address, operatorTenant)
  operatorUser = { account, address: Address.parse(account.address), key: DEPLOYER }
  operator = await testClient(world.node.url, operatorUser)
  alpen = await testClient(world.node.url, bank.admin)
})
afterAll(() => world.stop())

const serve = async (...hostedTenants: Address[]) =>
  untilIndexed(world.ledger, await world.restart({ hostedTenants }))
const invite = (name: string, client = operator) => call(client, 'inviteTenant', { body: { name } })
const strings = (name: string) => ({ name, api: 'https://nord.example', lei: '5'.repeat(20) })
const confirm = async (token: string | null, name: string) =>
  call(await testClient(world.node.url, founder), 'confirmInvitation', {
    body: { token: token ?? '', tenant: strings(name) },
  })
const remove = (client: Client, id: string) => call(client, 'deleteInvitation', { query: { id } })
const find = async (id: string): Promise<TenantInvitation> => {
  const { items } = await call(operator, 'invitations', { query: { itemsPerPage: 500 } })
  return items.find((one) => one.id === id)!
}
const registerInvited = (id: string, rawTransaction: HexData) =>
  call(operator, 'registerTenant', { body: { id, rawTransaction } })
/** Until a transaction is in a block, and the index has read it. */
const untilMined = async (hash: string) => {
  await awaitReceipt(world.ledger.ledger, hash as Hex)
  await untilIndexed(world.ledger, world.node)
}
const NOT_FOUND = { status: 404, detail: 'Tenant invitation not found' }
const NOT_INVITED = { status: 403, detail: 'Tenant invitation is not in status INVITED' }
const FOREIGN_SENDER = { status: 403, code: 'transactionForeignSender' }
const OTHER_TARGET = { status: 400, code: 'transactionOtherTarget' }

const send = (who: TestUser, controller: Hex, call: { target: Hex; data: Hex }): Promise<HexData> =>
  signOneCall(world.ledger, who, controller, call)
/** The operator's transaction that makes the invited tenant, or one that differs from it. */
const onboard = (
  invitation: TenantInvitation,
  name: string,
  different: { lei?: string; admin?: Address; reference?: Hex } = {},
): Promise<HexData> => {
  const { lei = strings(name).lei, admin = founder.address, reference } = different
  return signOnboarding(world.ledger, operatorUser, {
    tenant: { ...strings(name), lei },
    admin,
    registrationReference: reference ?? (invitation.registrationReference as Hex),
  })
}

test('only the platform’s operator invites tenants', async () => {
  await expect(invite('Nordhafen Custody', alpen)).rejects.toMatchObject({ status: 403, code: 'forbidden' })
})

test('an unknown token, or a used one, confirms nothing', async () => {
  await expect(confirm('x'.repeat(43), 'Nordhafen Custody')).rejects.toMatchObject(NOT_FOUND)
  const { token } = await invite('Nordhafen Custody')
  await confirm(token, 'Nordhafen Custody')
  await expect(confirm(token, 'Nordhafen Custody')).rejects.toMatchObject(NOT_FOUND)
})

test('a name that a tenant of the ledger has is not confirmed, and the token holds for another', async () => {
  const { token } = await invite('Alpenbank')
  await expect(confirm(token, 'Alpenbank')).rejects.toMatchObject({ status: 409, code: 'tenantNameTaken' })
  expect(await confirm(token, 'Alpenbank Zwei')).toMatchObject({ state: 'CONFIRMED' })
})

test('R060 R112 E024 an invitation goes while it is INVITED, and is its tenant’s alone', async () => {
  const { id, token } = await invite('Short Lived')
  await expect(remove(alpen, id)).rejects.toMatchObject(NOT_FOUND)
  await expect(remove(operator, '99999')).rejects.toMatchObject(NOT_FOUND)
  await remove(operator, id)
  await expect(confirm(token, 'Short Lived')).rejects.toMatchObject(NOT_FOUND)
  expect((await call(alpen, 'invitations')).items).toEqual([])
  expect(await find(id)).toBeUndefined()
  const { items } = await call(operator, 'invitations', { query: { state: ['DELETED'] } })
  expect(items).toMatchObject([{ id, state: 'DELETED', token: null }])
  await expect(remove(operator, id)).rejects.toMatchObject(NOT_INVITED)
})

test('R112 who was invited may say no, once, and then nobody confirms or deletes it', async () => {
  const { id, token } = await invite('Not Interested')
  const client = await testClient(world.node.url, founder)
  const reject = () => call(client, 'confirmInvitation', { body: { token: token ?? '', tenant: null } })
  expect(await reject()).toEqual({ id, state: 'REJECTED' })
  await expect(reject()).rejects.toMatchObject(NOT_FOUND)
  await expect(confirm(token, 'Not Interested')).rejects.toMatchObject(NOT_FOUND)
  await expect(remove(operator, id)).rejects.toMatchObject(NOT_INVITED)
  expect(await find(id)).toMatchObject({
    state: 'REJECTED',
    token: null,
    adminAddr: founder.address,
    tenant: null,
  })
})

describe('a registration is refused', () => {
  test('of an invitation that nobody knows, or that is not CONFIRMED', async () => {
    const invitation = await invite('Not Yet')
    const raw = await onboard(invitation, 'Not Yet')
    await expect(registerInvited('99999', raw)).rejects.toMatchObject(NOT_FOUND)
    await expect(registerInvited(invitation.id, raw)).rejects.toMatchObject({
      status: 409,
      code: 'invitationNotConfirmed',
    })
  })

  test('by a transaction that makes another tenant, does something else, or is somebody else’s', async () => {
    const name = 'Careful Bank'
    const invitation = await invite(name)
    await confirm(invitation.token, name)
    const { bank, ledger } = world
    const { PlatformManager: target } = ledger.deployment.contracts
    const blacklist = encodeFunctionData({
      abi: platformManagerAbi,
      functionName: 'setTenantName',
      args: [bank.access.tenant, 'X'],
    })
    const own = controllerFor(ledger.deployment.operator.controllers, target)
    const foreign = controllerFor(bank.access.controllers, target)
    const wrong = [
      await onboard(invitation, 'Careless Bank'),
      await onboard(invitation, name, { lei: '' }),
      await onboard(invitation, name, { admin: newUser().address }),
      await onboard(invitation, name, { reference: `0x${'00'.repeat(32)}` }),
      await send(operatorUser, own, { target, data: blacklist }),
      await send(operatorUser, foreign, { target, data: blacklist }),
    ]
    for (const raw of wrong)
      await expect(registerInvited(invitation.id, raw)).rejects.toMatchObject(OTHER_TARGET)
    const others = await send(bank.admin, foreign, { target, data: blacklist })
    await expect(registerInvited(invitation.id, others)).rejects.toMatchObject(FOREIGN_SENDER)
    await expect(registerInvited(invitation.id, HexData.parse('0x00'))).rejects.toMatchObject({
      status: 400,
      code: 'transactionMalformed',
    })
    expect(await find(invitation.id)).toMatchObject({ state: 'CONFIRMED', txHash: null })
  })
})

test('INVITED, CONFIRMED by the new wallet, ACTIVE once the index has the tenant, whose admin then logs in', async () => {
  const name = 'Quiet Bank'
  const invited = await invite(name)
  const { id, token } = invited
  expect(await find(id)).toMatchObject({ state: 'INVITED', token, adminAddr: null, tenantAddr: null })
  expect(await confirm(token, name)).toEqual({ id, state: 'CONFIRMED' })
  expect(await find(id)).toMatchObject({
    state: 'CONFIRMED',
    token: null,
    adminAddr: founder.address,
    tenant: strings(name),
  })
  await expect(remove(operator, id)).rejects.toMatchObject({
    status: 403,
    detail: 'Tenant invitation is not in status INVITED',
  })
  const { transactionHash } = await registerInvited(id, await onboard(invited, name))
  await untilMined(transactionHash)
  const active = await find(id)
  expect(active).toMatchObject({ state: 'ACTIVE', txHash: transactionHash })
  const tenantAddr = active.tenantAddr!
  const listed = await call(operator, 'invitations', { query: { state: ['ACTIVE'] } })
  expect(listed.items.map((one) => one.id)).toEqual([id])
  const { items } = await call(operator, 'tenants', { query: { filter: name } })
  expect(items).toMatchObject([{ address: tenantAddr, name, connexApiUrl: 'https://nord.example' }])
  await expect(registerInvited(id, await onboard(invited, name))).rejects.toMatchObject({
    code: 'invitationNotConfirmed',
  })

  await serve(world.bank.address, operatorTenant, tenantAddr)
  const admin = await testClient(world.node.url, founder)
  expect(await call(admin, 'login')).toMatchObject({ token: expect.any(String) as unknown })
  const me = await call(admin, 'me')
  expect(me).toMatchObject({ tenant: { address: tenantAddr, name }, user: { status: 'ACTIVE' } })
  expect(me.user.privileges).toContain('user.TENANT_ADMIN')
})

test('a registration that was published but not stored is sent again, even once the tenant is ACTIVE', async () => {
  const name = 'Forgotten Bank'
  const invited = await invite(name)
  await confirm(invited.token, name)
  const raw = await onboard(invited, name)
  const whileFailing = await prepareFailingWrites(world.node.database.kysely)
  await whileFailing(() => expect(registerInvited(invited.id, raw)).rejects.toMatchObject({ status: 503 }))
  const active = await until('the tenant', async () => {
    const found = await find(invited.id)
    return found.state === 'ACTIVE' ? found : undefined
  })
  expect(active.txHash).toBeNull()
  const other = await onboard(invited, name)
  await expect(registerInvited(invited.id, other)).rejects.toMatchObject({ code: 'invitationNotConfirmed' })
  const { transactionHash } = await registerInvited(invited.id, raw)
  expect(await find(invited.id)).toMatchObject({ state: 'ACTIVE', txHash: transactionHash })
})

describe('a tenant’s own change', () => {
  const change = async (key: string, value: string, to = world.bank.access.tenant) => {
    const { bank, ledger } = world
    const controller = controllerFor(bank.access.controllers, ledger.deployment.contracts.PlatformManager)
    const args = [stringToHex(key, { size: 32 }), value] as const
    const data = encodeFunctionData({ abi: tenantAbi, functionName: 'setString', args })
    return send(bank.admin, controller, { target: to, data })
  }
  const update = (rawTransaction: HexData, client = alpen) =>
    call(client, 'updateTenant', { body: { rawTransaction } })

  /** To the tenant, from before it had a server. */
  const pushWithoutServer = async () => {
    const { address } = world.bank
    const db = world.node.database.kysely
    const about = { entity_id: 'x', fingerprint: Fingerprint.parse(ZERO_BYTES32), dapp: ZERO_ADDRESS }
    const { id } = await db
      .insertInto('outbox')
      .values({
        ...about,
        event: 'COMMENT',
        sending_tenant: address,
        destination_tenant: address,
        status: 'NO_ELIGIBLE_TENANTS',
        attempts: 1,
        next_attempt_at: null,
        created_at: 0,
        updated_at: 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return () => db.selectFrom('outbox').select('status').where('id', '=', id).executeTakeFirstOrThrow()
  }

  test('is refused where the transaction is none, somebody else’s, or about anything else', async () => {
    await expect(update(HexData.parse('0x00'))).rejects.toMatchObject({ code: 'transactionMalformed' })
    await expect(update(await change('lei', 'X'), operator)).rejects.toMatchObject(FOREIGN_SENDER)
    const other = world.stranger.access.tenant
    await expect(update(await change('lei', 'X', other))).rejects.toMatchObject(OTHER_TARGET)
  })

  const BAD_ADDRESS = { status: 400, code: 'apiAddressInvalid' }
  const BAD_ADDRESSES = ['javascript:alert(1)', 'https://user:pass@bank.example', 'https://bank.example?x']

  test('L4: is refused where the address of its server is none that everybody can safely call', async () => {
    for (const address of [...BAD_ADDRESSES, 'file:///etc/passwd', 'https://'])
      await expect(update(await change('api', address))).rejects.toMatchObject(BAD_ADDRESS)
    const { token } = await invite('Badly Addressed')
    const client = await testClient(world.node.url, founder)
    const tenant = { ...strings('Badly Addressed'), api: 'javascript:alert(1)' }
    const confirming = call(client, 'confirmInvitation', { body: { token: token ?? '', tenant } })
    await expect(confirming).rejects.toMatchObject(BAD_ADDRESS)
    await confirm(token, 'Badly Addressed')
  })

  test('L4: of its address that another client has published shows only where it is one', async () => {
    const shown = async () =>
      (await call(alpen, 'tenants', { query: { filter: 'Alpenbank' } })).items.map(
        ({ apiUrl, connexApiUrl }) => [apiUrl, connexApiUrl],
      )
    const publish = async (address: string) => {
      const rawTransaction = await change('api', address)
      const { transactionHash } = await call(alpen, 'publishRawTx', { body: { rawTransaction } })
      await untilMined(transactionHash)
    }
    const before = world.plan.url
    await publish('javascript:alert(1)')
    expect((await shown())[0]).toEqual(['', ''])
    await publish(before)
    expect((await shown())[0]).toEqual([before, before])
  })

  test('is in the list of tenants once it is indexed', async () => {
    const lei = '529900T8BM49AURSDO55'
    const waiting = await pushWithoutServer()
    await untilMined((await update(await change('lei', lei))).transactionHash)
    expect((await call(alpen, 'tenants', { query: { filter: 'Alpenbank' } })).items).toMatchObject([{ lei }])
    // What waited for the tenant's server is tried: this one has nothing behind it.
    await until('the push', async () => (await waiting()).status === 'REQUEST_FAILED')
  })

  test('L4: names an http address only where private peers are allowed', async () => {
    await update(await change('api', world.plan.url))
    await world.restart({ allowPrivatePeers: false, hostedTenants: [world.bank.address, operatorTenant] })
    await untilIndexed(world.ledger, world.node)
    await expect(update(await change('api', world.plan.url))).rejects.toMatchObject(BAD_ADDRESS)
    await update(await change('api', ''))
  })
})
