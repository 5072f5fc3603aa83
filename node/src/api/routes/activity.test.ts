import { instrumentManagerAbi } from '@connex/contracts'
import {
  Address,
  Bytes32,
  freshSalt,
  HexData,
  InstrumentDetails,
  privilegeId,
  randomBytes32,
} from '@connex/protocol'
import type { CallQuery } from '@connex/protocol'
import { call } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import { sql } from 'kysely'
import { toFunctionSelector } from 'viem'
import type { AbiFunction } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServersFixture } from '../../../../testkit/src/fixtures/servers.ts'
import type { ServersFixture } from '../../../../testkit/src/fixtures/servers.ts'
import { signBatch } from '../../../../testkit/src/servers/batches.ts'
import { sendSigned } from '../../../../testkit/src/servers/requests.ts'
import type { TestUser } from '../../../../testkit/src/servers/users.ts'

const createInstrument = toFunctionSelector(
  instrumentManagerAbi.find(
    (item) => item.type === 'function' && item.name === 'createInstrument',
  ) as AbiFunction,
)

let world: ServersFixture
let admin: Client
let adminUser: TestUser
let user: Client
beforeAll(async () => {
  world = await startServersFixture()
  const joined = await world.addUser('alpenbank', 'user.TENANT_ADMIN', 'user.BUSINESS_ADMIN')
  admin = joined.client
  adminUser = joined.user
  user = (await world.addUser('alpenbank')).client
  const body = { name: 'Weekly repo', type: 'repo', content: 1, templateId: 'weekly' }
  await call(admin, 'putTemplate', { body })
  await call(user, 'putTemplate', { body }).catch(() => undefined)
  await call(admin, 'deleteTemplate', { query: { templateId: 'weekly' } })
  await call(admin, 'templates')
})
afterAll(() => world.stop())

const list = async (query: CallQuery<'audit'> = {}) => (await call(admin, 'audit', { query })).items

test('every change is written down with who, what and how it ended, refused ones too; reading is not', async () => {
  expect(await list()).toMatchObject([
    { call: 'deleteTemplate', action: 'DELETE', outcome: 'DONE', status: 200, entityId: 'weekly' },
    { call: 'putTemplate', outcome: 'REFUSED', status: 403, userAddr: user.signer?.address },
    {
      call: 'putTemplate',
      outcome: 'DONE',
      userAddr: adminUser.address,
      source: 'INTERNAL',
      type: 'platform',
    },
  ])
})

test('each parameter narrows the list', async () => {
  const [last] = await list()
  const calls = async (query: CallQuery<'audit'>) => (await list(query)).map((entry) => entry.call)
  expect(await list({ auditId: [last!.auditId] })).toEqual([last])
  expect(await calls({ action: ['DELETE'] })).toEqual(['deleteTemplate'])
  expect(await calls({ userAddr: adminUser.address })).toEqual(['deleteTemplate', 'putTemplate'])
  expect(await calls({ source: 'PROPOSE' })).toEqual([])
  expect(await calls({ type: 'platform' })).toHaveLength(3)
  expect(await calls({ type: 'delivery-manager' })).toEqual([])
})

test('another tenant sees none of it', async () => {
  const { client } = await world.addUser('rhone', 'user.TENANT_ADMIN_RO')
  expect(await call(client, 'audit')).toMatchObject({ items: [] })
})

describe('a draft and its workflow', () => {
  const controllerAddr = Address.parse(`0x${'d2'.padStart(40, '0')}`)
  let initiator: Client
  let second: Client
  let signature: HexData
  let secondSignature: HexData
  const details = InstrumentDetails.parse({ salt: freshSalt(), label: 'Alpen 2031' })
  const body = {
    instrumentType: 'BOND' as const,
    identifierType: 'ISIN' as const,
    identifier: 'DE000DRAFT02',
    decimals: 2,
    details,
  }
  const batch = {
    controllerAddr,
    calls: [{ target: controllerAddr, data: HexData.parse(`${createInstrument}55`) }],
    nonce: randomBytes32(),
    sender: null,
    deadline: Math.floor(Date.now() / 1000) + 3600,
  }
  const actionsOf = async (entityId: string) =>
    (await list()).filter((one) => one.entityId === entityId).map(({ action }) => action)

  beforeAll(async () => {
    const joined = await world.addUser('alpenbank', 'instrument.BACKOFFICE', 'user.DAPP_USER')
    const other = await world.addUser('alpenbank', 'instrument.BACKOFFICE', 'user.DAPP_USER')
    initiator = joined.client
    second = other.client
    signature = await signBatch(joined.user, batch)
    secondSignature = await signBatch(other.user, batch)
    const db = world.servers.north.database.kysely
    const held = { from_block: 1, to_block: null }
    const tenant = world.tenants.alpenbank
    const controller = { address: controllerAddr, tenant, dapp: controllerAddr, type: 'instrument' as const }
    await db
      .insertInto('dapp_controllers')
      .values({ ...controller, ...held })
      .execute()
    const rule = { controller: controllerAddr, selector: createInstrument, signatures_required: 3 }
    const privilege_id = Bytes32.parse(privilegeId('instrument.BACKOFFICE'))
    await db
      .insertInto('workflow_config')
      .values({ ...rule, privilege_id, ...held })
      .execute()
  })

  test('each act is there under its name, in the order of what was done', async () => {
    const { draftId } = await call(initiator, 'putDraft', { body })
    await call(initiator, 'putDraft', { body: { ...body, draftId, decimals: 3 } })
    const start = () =>
      call(initiator, 'createWorkflow', {
        body: { entity: 'instrument', entityId: draftId, action: 'createInstrument', batch, signature },
      })
    const { workflowId } = await start()
    await expect(call(initiator, 'deleteDraft', { query: { draftId } })).rejects.toMatchObject({
      status: 403,
    })
    await call(second, 'confirmWorkflow', { body: { workflowId, signature: secondSignature } })
    await call(second, 'revokeWorkflow', { body: { workflowId } })
    await call(second, 'rejectWorkflow', { body: { workflowId } })
    await call(initiator, 'deleteDraft', { query: { draftId } })
    expect(await actionsOf(workflowId)).toEqual([
      'WORKFLOW_REJECT',
      'WORKFLOW_REVOKE',
      'WORKFLOW_CONFIRM',
      'PROPOSE_DRAFT',
      'WORKFLOW_START',
    ])
    // The last but one was refused, because users are confirming it.
    expect(await actionsOf(draftId)).toEqual(['DELETE', 'DELETE', 'UPDATE_DRAFT', 'CREATE_DRAFT'])
    const deletions = await list({ action: ['DELETE'], type: 'instrument-manager' })
    expect(deletions.map(({ outcome, status }) => `${outcome} ${status}`)).toEqual([
      'DONE 200',
      'REFUSED 403',
    ])
    expect(await list({ userAddr: Address.parse(second.signer!.address) })).toHaveLength(3)
  })

  test('WORKFLOW_ABORT, where its time has passed', async () => {
    const { workflowId } = await call(initiator, 'createWorkflow', {
      body: { entity: 'instrument', entityId: 'x', action: 'createInstrument', batch, signature },
    })
    await world.servers.north.database.kysely
      .updateTable('workflows')
      .set({ batch: JSON.stringify({ ...batch, deadline: 1 }) })
      .where('id', '=', workflowId)
      .execute()
    await Promise.all([call(initiator, 'workflows'), call(second, 'workflows')])
    expect(await actionsOf(workflowId)).toEqual(['WORKFLOW_ABORT', 'WORKFLOW_START'])
  })
})

test('M3: a refusal is in the audit, whatever bytes it carries', async () => {
  const { user: stranger } = await world.addUser('alpenbank')
  const named = (deliveryId: string) => JSON.stringify({ deliveryId })
  const bodies: readonly (string | Uint8Array)[] = [
    named('plain'),
    named('\u0000'),
    named('a\u0000b'),
    named('\ud800'),
    named(`${'a'.repeat(99)}😀`),
    named('\u{10ffff}'.repeat(200_000)),
    '{"__proto__":{"deliveryId":"\\u0000"},"deliveryId":"x"}',
    Buffer.from('{"deliveryId":"\xff\xed\xa0\x80"}', 'latin1'),
    Buffer.from([0xff, 0xfe, 0x00]),
    '['.repeat(500_000),
    '',
  ]
  const targets = ['', '?delivery-id=%FF', '?delivery-id=%ED%A0%80', '?entity-id=a%c0%80']
  const { url } = world.servers.north
  const send = (query: string, data: Uint8Array) =>
    sendSigned(url, stranger, {
      method: 'PUT',
      target: `/api/v6/delivery-manager/deliveries/comments/internal${query}`,
      bytes: { data, contentType: 'application/json' },
    })
  for (const body of bodies) expect(await send('', Buffer.from(body))).toMatchObject({ status: 403 })
  for (const query of targets) expect(await send(query, Buffer.from('{}'))).toMatchObject({ status: 403 })
  const written = await list({ userAddr: stranger.address, itemsPerPage: 100 })
  expect(written).toHaveLength(bodies.length + targets.length)
  expect(written.map(({ entityId }) => entityId)).toEqual(expect.arrayContaining(['\ufffd', 'a\ufffdb']))
})

test('a change that cannot be written down does not happen', async () => {
  const db = world.servers.north.database.kysely
  const body = { name: 'Unwritten', type: 'repo', content: 1, templateId: 'unwritten' }
  await sql`ALTER TABLE audit ADD CONSTRAINT closed CHECK (id < 0) NOT VALID`.execute(db)
  try {
    await expect(call(admin, 'putTemplate', { body })).rejects.toMatchObject({ status: 500 })
  } finally {
    await sql`ALTER TABLE audit DROP CONSTRAINT closed`.execute(db)
  }
  const { items } = await call(admin, 'templates')
  expect(items.map(({ templateId }) => templateId)).not.toContain('unwritten')
})
