import { deliveryManagerAbi, registrationAbi } from '@connex/contracts'
import {
  Address,
  Bytes32,
  freshSalt,
  HexData,
  privilegeId,
  Quantity,
  randomBytes32,
  ZERO_ADDRESS,
  ZERO_BYTES32,
} from '@connex/protocol'
import type { CallBody, TaskStatus, WorkflowBatch } from '@connex/protocol'
import { call } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import { toFunctionSelector } from 'viem'
import type { AbiFunction } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SEEDED } from '../../../../testkit/src/database/ledgerRows.ts'
import { startServersFixture } from '../../../../testkit/src/fixtures/servers.ts'
import type { ServersFixture } from '../../../../testkit/src/fixtures/servers.ts'
import { signBatch } from '../../../../testkit/src/servers/batches.ts'
import type { TestUser } from '../../../../testkit/src/servers/users.ts'

let world: ServersFixture
let initiator: Client
const wallets = new Map<Client, TestUser>()
let second: Client
let third: Client
let reader: Client
let rhone: Client
const abi = [...deliveryManagerAbi, ...registrationAbi]
const selectorOf = (name: string) =>
  toFunctionSelector(abi.find((item) => item.type === 'function' && item.name === name) as AbiFunction)
const controllerAddr = Address.parse(`0x${'d1'.padStart(40, '0')}`)
beforeAll(async () => {
  world = await startServersFixture()
  initiator = await join('alpenbank', 'delivery.BACKOFFICE')
  second = await join('alpenbank', 'delivery.BACKOFFICE')
  third = await join('alpenbank', 'delivery.BACKOFFICE')
  reader = await join('alpenbank', 'delivery.BACKOFFICE_RO')
  rhone = await join('rhone', 'delivery.BACKOFFICE')
  const db = world.servers.north.database.kysely
  const held = { from_block: 1, to_block: null }
  const controller = {
    address: controllerAddr,
    tenant: world.tenants.alpenbank,
    dapp: SEEDED.deliveryManager,
  }
  await db
    .insertInto('dapp_controllers')
    .values({ ...controller, type: 'delivery', ...held })
    .execute()
  await db
    .insertInto('workflow_config')
    .values({
      controller: controllerAddr,
      selector: selectorOf('confirmDelivery'),
      privilege_id: Bytes32.parse(privilegeId('delivery.BACKOFFICE')),
      signatures_required: 3,
      ...held,
    })
    .execute()
})
afterAll(() => world.stop())

const join = async (
  name: 'alpenbank' | 'rhone',
  privilege: 'delivery.BACKOFFICE' | 'delivery.BACKOFFICE_RO',
): Promise<Client> => {
  const { client, user } = await world.addUser(name, privilege, 'user.DAPP_USER')
  wallets.set(client, user)
  return client
}
const signed = (client: Client, batch: WorkflowBatch) => signBatch(wallets.get(client)!, batch)
const now = () => Math.floor(Date.now() / 1000)
const batch: WorkflowBatch = {
  controllerAddr,
  calls: [{ target: SEEDED.deliveryManager, data: HexData.parse(`${selectorOf('confirmDelivery')}55`) }],
  nonce: randomBytes32(),
  sender: null,
  deadline: now() + 3600,
}
const start = async (client = initiator, more: Partial<CallBody<'createWorkflow'>> = {}) => {
  const wanted = {
    entity: 'delivery',
    entityId: SEEDED.deliveryId,
    action: 'confirmDelivery',
    batch,
    ...more,
  } as const
  const signature = await signed(client, wanted.batch)
  return call(client, 'createWorkflow', { body: { signature, ...wanted } })
}
const confirm = async (client: Client, workflowId: string) =>
  call(client, 'confirmWorkflow', { body: { workflowId, signature: await signed(client, batch) } })
const reject = (client: Client, workflowId: string, reason?: string) =>
  call(client, 'rejectWorkflow', { body: { workflowId, reason } })
const revoke = (client: Client, workflowId: string) =>
  call(client, 'revokeWorkflow', { body: { workflowId } })
const list = async (client: Client, query: object) => (await call(client, 'workflows', { query })).items
const UNKNOWN = { status: 404, detail: 'Workflow not found.' }

describe('starting', () => {
  test.each<[string, Partial<CallBody<'createWorkflow'>>]>([
    ['an action of another entity', { action: 'createInstrument' }],
    ['a deadline that has passed', { batch: { ...batch, deadline: 1 } }],
    ['a controller that is not the tenant’s', { batch: { ...batch, controllerAddr: SEEDED.platform } }],
    ['an action that its calls do not do', { action: 'confirmLegDelivery' }],
    ['an action that is none', { action: 'transfer' as never }],
    ['a signature that is none', { signature: HexData.parse('0xab') }],
  ])('with %s is refused', async (_, more) => {
    await expect(start(initiator, more)).rejects.toMatchObject({ status: 400 })
  })

  test('takes a privilege for what it is about', async () => {
    await expect(start(reader)).rejects.toMatchObject({ status: 403 })
    const instrument = { entity: 'instrument', action: 'createInstrument' } as const
    await expect(start(initiator, instrument)).rejects.toMatchObject({ status: 403 })
  })

  test("a privilege on another dApp does not count for this one's batch, and one on this dApp does", async () => {
    const db = world.servers.north.database.kysely
    for (const [instance, outcome] of [
      [SEEDED.registryManager, { status: 403, code: 'notEntitledToSign' }],
      [SEEDED.deliveryManager, undefined],
    ] as const) {
      const { client, user } = await world.addUser('alpenbank', 'user.DAPP_USER')
      wallets.set(client, user)
      const privilege_id = Bytes32.parse(privilegeId('delivery.BACKOFFICE'))
      const row = { tenant: world.tenants.alpenbank, user_address: user.address, privilege_id, instance }
      await db
        .insertInto('user_privileges')
        .values({ ...row, from_block: 1, to_block: null })
        .execute()
      if (outcome === undefined) expect(await start(client)).toMatchObject({ state: 'PENDING' })
      else await expect(start(client)).rejects.toMatchObject(outcome)
    }
  })

  test('is the initiator’s own confirmation; the tenant’s other users see it, other tenants do not', async () => {
    const { workflowId } = await start()
    const [seen] = await list(reader, { workflowIds: [workflowId] })
    expect(seen).toMatchObject({
      state: 'PENDING',
      signaturesRequired: 3,
      confirmations: [{ signature: null }],
      users: [{ address: wallets.get(initiator)?.address, name: expect.any(String) as unknown }],
    })
    expect(await list(rhone, { workflowIds: [workflowId] })).toEqual([])
  })
})

test.each([confirm, reject, revoke])(
  'what is unknown, or another tenant’s, cannot be decided about',
  async (decide) => {
    const { workflowId } = await start()
    await expect(decide(initiator, 'none')).rejects.toMatchObject(UNKNOWN)
    await expect(decide(rhone, workflowId)).rejects.toMatchObject(UNKNOWN)
    await expect(decide(reader, workflowId)).rejects.toMatchObject({ status: 403 })
  },
)

test('R028 R032 nobody is their own second signer, and the last confirmation makes it CONFIRMED', async () => {
  const { workflowId } = await start()
  await expect(confirm(initiator, workflowId)).rejects.toMatchObject({ status: 403, code: 'ownConfirmation' })
  expect(await confirm(second, workflowId)).toMatchObject({ state: 'PENDING' })
  await expect(confirm(second, workflowId)).rejects.toMatchObject({ code: 'ownConfirmation' })
  expect(await confirm(third, workflowId)).toMatchObject({ state: 'CONFIRMED' })
  const late = await join('alpenbank', 'delivery.BACKOFFICE')
  await expect(confirm(late, workflowId)).rejects.toMatchObject({ status: 409, code: 'workflowConfirmed' })
})

test('a revoked confirmation and its signature are deleted, and the workflow waits again', async () => {
  const { workflowId } = await start()
  await confirm(second, workflowId)
  await confirm(third, workflowId)
  await expect(revoke(await join('alpenbank', 'delivery.BACKOFFICE'), workflowId)).rejects.toMatchObject({
    status: 404,
  })
  const after = await revoke(second, workflowId)
  expect(after).toMatchObject({ state: 'PENDING' })
  expect(after.confirmations).toHaveLength(2)
  expect(await confirm(second, workflowId)).toMatchObject({ state: 'CONFIRMED' })
})

test('R028 R032 a rejected workflow is over', async () => {
  const { workflowId } = await start()
  const rejected = {
    state: 'REJECTED',
    rejectedBy: second.signer?.address,
    rejectReason: 'Wrong counterparty',
  }
  expect(await reject(second, workflowId, 'Wrong counterparty')).toMatchObject(rejected)
  expect(await list(initiator, { workflowIds: [workflowId] })).toMatchObject([rejected])
  for (const decide of [confirm, reject, revoke])
    await expect(decide(third, workflowId)).rejects.toMatchObject({ code: 'workflowEnded' })
})

test('R032 what nobody has published by its deadline is ABORTED', async () => {
  const { workflowId } = await start()
  await world.servers.north.database.kysely
    .updateTable('workflows')
    .set({ batch: JSON.stringify({ ...batch, deadline: now() - 1 }) })
    .where('id', '=', workflowId)
    .execute()
  expect(await list(reader, { workflowIds: [workflowId] })).toMatchObject([{ state: 'ABORTED' }])
})

test('what is not CONFIRMED is not published, nor a transaction that is none', async () => {
  const { workflowId } = await start()
  const publish = () =>
    call(initiator, 'confirmWorkflow', { body: { workflowId, rawTransaction: HexData.parse('0x00') } })
  await expect(publish()).rejects.toMatchObject({ code: 'workflowNotConfirmed' })
  await confirm(second, workflowId)
  await confirm(third, workflowId)
  await expect(publish()).rejects.toMatchObject({ code: 'transactionMalformed' })
  expect(await list(reader, { workflowIds: [workflowId] })).toMatchObject([
    { state: 'CONFIRMED', txHash: null },
  ])
})

test('the list narrows by id, entity, action and state', async () => {
  const { workflowId } = await start(initiator, { entityId: 'one', action: 'batchTransaction' })
  const ids = async (query: object) => (await list(reader, query)).map((one) => one.workflowId)
  expect(await ids({ workflowIds: [workflowId] })).toEqual([workflowId])
  expect(await ids({ entityIds: ['one'] })).toEqual([workflowId])
  expect(await ids({ action: ['batchTransaction'] })).toEqual([workflowId])
  expect(await ids({ entityIds: ['one'], state: ['REJECTED'] })).toEqual([])
})

describe('tasks', () => {
  test('of deliveries are its workflows, with the state of each', async () => {
    const { workflowId } = await start(initiator, { entityId: 'task' })
    const { items } = await call(reader, 'deliveryTasks', { query: { filter: 'task', status: ['PENDING'] } })
    expect(items).toMatchObject([{ entity: 'delivery', entityId: 'task', status: 'PENDING', workflowId }])
    await reject(second, workflowId)
    expect(
      (await call(reader, 'deliveryTasks', { query: { filter: 'task', status: ['PENDING'] } })).items,
    ).toEqual([])
    expect((await call(rhone, 'deliveryTasks')).items).toEqual([])
  })

  test('of registries are the requests for registration: the issuer’s turn, the registrar’s wait', async () => {
    const statuses = async (name: 'alpenbank' | 'registrar' | 'rhone') => {
      const { client } = await world.addUser(name, 'registry.REGISTRAR_REGISTRATION_RO')
      return (await call(client, 'registryTasks')).items.map(({ entityId, status }) => [entityId, status])
    }
    expect(await statuses('alpenbank')).toEqual([[SEEDED.registryId, 'UNSTARTED']])
    expect(await statuses('registrar')).toEqual([[SEEDED.registryId, 'WAITING']])
    expect(await statuses('rhone')).toEqual([])
  })

  test('of registries are what an import or an export waits for, and workflows with the registry for entity', async () => {
    const db = world.servers.north.database.kysely
    const { client: registrar, user } = await world.addUser(
      'registrar',
      'registry.REGISTRAR_REGISTRATION',
      'user.DAPP_USER',
    )
    const { client: issuer } = await world.addUser('alpenbank', 'registry.ISSUER_DOCUMENTATION')
    const tasks = async (client: Client) =>
      (await call(client, 'registryTasks')).items.map(({ entity, action, status }) => [
        entity,
        action,
        status,
      ])
    await db.updateTable('registrations').set({ state: 'CONFIRMED' }).execute()
    expect(await tasks(registrar)).toEqual([])
    await db.updateTable('registries').set({ state: 'EXPORTING' }).execute()
    expect(await tasks(registrar)).toEqual([['registry', 'deregister', 'UNSTARTED']])
    await db.updateTable('registries').set({ state: 'IMPORTING' }).execute()
    expect(await tasks(registrar)).toEqual([['registry', 'finishImport', 'UNSTARTED']])
    expect(await tasks(issuer)).toEqual([['registry', 'finishImport', 'WAITING']])

    const address = Address.parse(`0x${'d2'.padStart(40, '0')}`)
    const held = { from_block: 1, to_block: null }
    const controller = { address, tenant: world.tenants.registrar, dapp: SEEDED.registryManager }
    await db
      .insertInto('dapp_controllers')
      .values({ ...controller, type: 'registry', ...held })
      .execute()
    const rule = {
      controller: address,
      selector: selectorOf('finishImport'),
      privilege_id: Bytes32.parse(privilegeId('registry.REGISTRAR_REGISTRATION')),
      signatures_required: 2,
    }
    await db
      .insertInto('workflow_config')
      .values({ ...rule, ...held })
      .execute()
    const body: Omit<CallBody<'createWorkflow'>, 'signature'> = {
      entity: 'instrument',
      entityId: SEEDED.registryId,
      action: 'finishImport',
      batch: {
        ...batch,
        controllerAddr: address,
        calls: [{ target: SEEDED.registryManager, data: HexData.parse(selectorOf('finishImport')) }],
      },
    }
    const signature = await signBatch(user, body.batch)
    const { workflowId } = await call(registrar, 'createWorkflow', { body: { ...body, signature } })
    expect(await tasks(registrar)).toEqual([['registry', 'finishImport', 'PENDING']])
    expect(await tasks(issuer)).toEqual([['registry', 'finishImport', 'WAITING']])
    await reject(registrar, workflowId)
    expect(await tasks(registrar)).toEqual(
      expect.arrayContaining([
        ['registry', 'finishImport', 'REJECTED'],
        ['registry', 'finishImport', 'UNSTARTED'],
      ]),
    )
  })

  test('of deliveries are one for each thing to give, and a wait where it is somebody else’s turn', async () => {
    const db = world.servers.north.database.kysely
    const tasks = async (status: TaskStatus) =>
      (
        await call(reader, 'deliveryTasks', { query: { filter: SEEDED.deliveryId, status: [status] } })
      ).items.map(({ entity, entityId, action }) => [entity, entityId, action])
    const set = (state: 'PENDING' | 'PENDING_COUNTERPARTY', turns: string) =>
      db.updateTable('transfer_views').set({ state, turns }).execute()
    for (const { workflowId } of await list(reader, { state: ['PENDING', 'CONFIRMED'] }))
      await reject(second, workflowId)
    await set('PENDING_COUNTERPARTY', '')
    expect(await tasks('WAITING')).toEqual([['delivery', SEEDED.deliveryId, 'confirmDelivery']])
    await set('PENDING', 'confirmDelivery,reportExternalDelivery:1')
    expect(await tasks('WAITING')).toEqual([])
    expect(await tasks('UNSTARTED')).toEqual(
      expect.arrayContaining([
        ['delivery', SEEDED.deliveryId, 'confirmDelivery'],
        ['delivery_leg', `${SEEDED.deliveryId}:1`, 'reportExternalDelivery'],
      ]),
    )
    const { workflowId } = await start()
    expect(await tasks('UNSTARTED')).toEqual([
      ['delivery_leg', `${SEEDED.deliveryId}:1`, 'reportExternalDelivery'],
    ])
    expect(await tasks('PENDING')).toContainEqual(['delivery', SEEDED.deliveryId, 'confirmDelivery'])
    await reject(second, workflowId)
  })

  test('of forced transfers are what the registrar has stored and the ledger has not seen', async () => {
    const { client: registrar } = await world.addUser('registrar', 'registry.REGISTRAR_REGISTRATION')
    const { client: holder } = await world.addUser('alpenbank', 'registry.SHARED_POSITION_HANDLING')
    const data = {
      salt: Bytes32.parse(freshSalt()),
      fromAddr: world.tenants.alpenbank,
      toAddr: world.tenants.rhone,
      quantity: Quantity.parse('5'),
      reason: 'Court order 17/2026',
    }
    const { entityId } = await call(registrar, 'putForcedTransfer', {
      body: { registryManagerAddr: SEEDED.registryManager, registryId: SEEDED.registryId, data },
    })
    const statuses = async (client: Client) =>
      (await call(client, 'forcedTransferTasks')).items.map((task) => [task.entityId, task.status])
    expect(await statuses(registrar)).toEqual([[entityId, 'UNSTARTED']])
    // Nobody but its author learns of it before the ledger has it.
    expect(await statuses(holder)).toEqual([])
    const movement = {
      registry_manager: SEEDED.registryManager,
      registry_id: SEEDED.registryId,
      custody_chain_id: ZERO_BYTES32,
      kind: 'FORCED_TRANSFER',
      reference: Bytes32.parse(entityId),
      sender: data.fromAddr,
      sender_account: null,
      receiver: data.toAddr,
      receiver_account: null,
      quantity: data.quantity,
      acted_by: ZERO_ADDRESS,
      at: 1,
    } as const
    await world.servers.north.database.kysely
      .insertInto('movements')
      .values({ ...movement, part: 0, from_block: 1, log_index: 0, tx_hash: ZERO_BYTES32 as never })
      .execute()
    expect(await statuses(registrar)).toEqual([])
    expect(await statuses(holder)).toEqual([])
  })

  test('of forced transfers are a path of their own, not an entity id', async () => {
    const { client } = await world.addUser('alpenbank', 'registry.SHARED_POSITION_HANDLING')
    expect(await call(client, 'forcedTransferTasks')).toMatchObject({ items: [], totalItemCount: 0 })
  })
})
