import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import { Address, HexData } from '@connex/protocol'
import type { CallBody } from '@connex/protocol'
import { SEEDED } from '../../testing/seedLedger.ts'
import { startTestDesks } from '../../testing/startTestDesks.ts'
import type { TestDesks } from '../../testing/startTestDesks.ts'

let world: TestDesks
let initiator: Client
let second: Client
let third: Client
let reader: Client
let rhone: Client
const controllerAddr = Address.parse(`0x${'d1'.padStart(40, '0')}`)
beforeAll(async () => {
  world = await startTestDesks()
  const join = async (
    name: 'alpenbank' | 'rhone',
    privilege: 'delivery.BACKOFFICE' | 'delivery.BACKOFFICE_RO',
  ) => (await world.join(name, privilege)).client
  initiator = await join('alpenbank', 'delivery.BACKOFFICE')
  second = await join('alpenbank', 'delivery.BACKOFFICE')
  third = await join('alpenbank', 'delivery.BACKOFFICE')
  reader = await join('alpenbank', 'delivery.BACKOFFICE_RO')
  rhone = await join('rhone', 'delivery.BACKOFFICE')
  const db = world.desks.north.database.kysely
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
      selector: '0x11223344',
      privilege_id: `0x${'00'.repeat(32)}` as never,
      signatures_required: 3,
      ...held,
    })
    .execute()
})
afterAll(() => world.stop())

const signature = HexData.parse(`0x${'ab'.repeat(65)}`)
const now = () => Math.floor(Date.now() / 1000)
const wanted = (more: Partial<CallBody<'createWorkflow'>> = {}): CallBody<'createWorkflow'> => ({
  entity: 'delivery',
  entityId: SEEDED.deliveryId,
  action: 'confirmDelivery',
  batch: {
    controllerAddr,
    calls: [{ target: SEEDED.deliveryManager, data: HexData.parse('0x1122334455') }],
    deadline: now() + 3600,
  },
  signature,
  ...more,
})
const start = (client = initiator, more?: Partial<CallBody<'createWorkflow'>>) =>
  call(client, 'createWorkflow', { body: wanted(more) })
const confirm = (client: Client, workflowId: string) =>
  call(client, 'confirmWorkflow', { body: { workflowId, signature } })
const reject = (client: Client, workflowId: string) =>
  call(client, 'rejectWorkflow', { body: { workflowId } })
const revoke = (client: Client, workflowId: string) =>
  call(client, 'revokeWorkflow', { body: { workflowId } })
const list = async (client: Client, query: object) => (await call(client, 'workflows', { query })).items
const UNKNOWN = { status: 404, detail: 'Workflow not found.' }

describe('starting', () => {
  test.each<[string, Partial<CallBody<'createWorkflow'>>]>([
    ['an action of another entity', { action: 'createInstrument' }],
    ['a deadline that has passed', { batch: { ...wanted().batch, deadline: 1 } }],
    [
      'a controller that is not the tenant’s',
      { batch: { ...wanted().batch, controllerAddr: SEEDED.platform } },
    ],
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

  test('is the initiator’s own confirmation; the tenant’s other users see it, other tenants do not', async () => {
    const { workflowId } = await start()
    const [seen] = await list(reader, { workflowIds: [workflowId] })
    expect(seen).toMatchObject({ state: 'PENDING', signaturesRequired: 3, confirmations: [{ signature }] })
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

test('nobody is the own second signer, and the last confirmation makes it CONFIRMED', async () => {
  const { workflowId } = await start()
  await expect(confirm(initiator, workflowId)).rejects.toMatchObject({ status: 403, code: 'ownConfirmation' })
  expect(await confirm(second, workflowId)).toMatchObject({ state: 'PENDING' })
  await expect(confirm(second, workflowId)).rejects.toMatchObject({ code: 'ownConfirmation' })
  expect(await confirm(third, workflowId)).toMatchObject({ state: 'CONFIRMED' })
  const late = (await world.join('alpenbank', 'delivery.BACKOFFICE')).client
  await expect(confirm(late, workflowId)).rejects.toMatchObject({ status: 409, code: 'workflowEnded' })
})

test('a revoked confirmation and its signature are gone, and the workflow waits again', async () => {
  const { workflowId } = await start()
  await confirm(second, workflowId)
  await confirm(third, workflowId)
  await expect(
    revoke((await world.join('alpenbank', 'delivery.BACKOFFICE')).client, workflowId),
  ).rejects.toMatchObject({
    status: 404,
  })
  const after = await revoke(second, workflowId)
  expect(after).toMatchObject({ state: 'PENDING' })
  expect(after.confirmations).toHaveLength(2)
  expect(await confirm(second, workflowId)).toMatchObject({ state: 'CONFIRMED' })
})

test('a rejected workflow is over', async () => {
  const { workflowId } = await start()
  expect(await reject(second, workflowId)).toMatchObject({
    state: 'REJECTED',
    rejectedBy: second.signer?.address,
  })
  for (const decide of [confirm, reject, revoke])
    await expect(decide(third, workflowId)).rejects.toMatchObject({ code: 'workflowEnded' })
})

test('what nobody has published by its deadline is ABORTED', async () => {
  const { workflowId, batch } = await start()
  await world.desks.north.database.kysely
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
  await expect(publish()).rejects.toMatchObject({ code: 'workflowEnded' })
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
      const { client } = await world.join(name, 'registry.REGISTRAR_REGISTRATION_RO')
      return (await call(client, 'registryTasks')).items.map(({ entityId, status }) => [entityId, status])
    }
    expect(await statuses('alpenbank')).toEqual([[SEEDED.registryId, 'UNSTARTED']])
    expect(await statuses('registrar')).toEqual([[SEEDED.registryId, 'WAITING']])
    expect(await statuses('rhone')).toEqual([])
  })

  test('of forced transfers are a path of their own, not an entity id', async () => {
    const { client } = await world.join('alpenbank', 'registry.SHARED_POSITION_HANDLING')
    expect(await call(client, 'forcedTransferTasks')).toMatchObject({ items: [], totalItemCount: 0 })
  })
})
