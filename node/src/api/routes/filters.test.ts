// Filters over what the index and the tenant's own names say, on rows that are written by hand.
import {
  Bytes32,
  Fingerprint,
  freshSalt,
  legReference,
  privilegeId,
  SaltedText,
  Seconds,
  ZERO_BYTES32,
} from '@connex/protocol'
import type { CallQuery } from '@connex/protocol'
import { call } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SEEDED } from '../../../../testkit/src/database/ledgerRows.ts'
import { startServersFixture } from '../../../../testkit/src/fixtures/servers.ts'
import type { ServersFixture } from '../../../../testkit/src/fixtures/servers.ts'

let world: ServersFixture
let alpen: Client
let registrar: Client
beforeAll(async () => {
  world = await startServersFixture()
  const privileges = ['delivery.BACKOFFICE', 'registry.SHARED_POSITION_HANDLING'] as const
  alpen = (await world.addUser('alpenbank', ...privileges)).client
  registrar = (await world.addUser('registrar', ...privileges)).client
  const expires_at = Seconds.parse(Date.UTC(2027, 1, 20, 23, 59, 59) / 1000)
  await world.servers.north.database.kysely.updateTable('transfer_views').set({ expires_at }).execute()
})
afterAll(() => world.stop())

const { instrumentManager, instrumentId, registryId, platform } = SEEDED

describe('registries', () => {
  test.each<[CallQuery<'registryInstruments'>, number]>([
    [{ instrumentManagerAddr: instrumentManager }, 1],
    [{ instrumentManagerAddr: platform }, 0],
    [{ instrumentRegistrarAddr: platform }, 0],
    [{ assetClass: 'DIGITAL' }, 1],
    [{ assetClass: 'TRADITIONAL' }, 0],
    [{ instrumentIssuer: platform }, 0],
    [{ instrumentRevision: 1 }, 1],
    [{ instrumentRevision: 2 }, 0],
    [{ identifier: 'DE000CNX0017' }, 1],
    [{ identifier: 'DE000CNX' }, 0],
    [{ entityId: registryId }, 1],
    [{ entityId: instrumentId }, 1],
    [{ entityId: SEEDED.deliveryId }, 0],
    [{ fromBlock: 1 }, 1],
    [{ fromBlock: 2 }, 0],
    [{ auditIds: ['1'] }, 0],
  ])('%j finds %i', async (query, count) => {
    expect((await call(alpen, 'registryInstruments', { query })).totalItemCount).toBe(count)
  })
})

describe('conditions', () => {
  test.each(['quantity:contains:5', 'quantity:at-least:1,000', 'account:at-least:5', 'nothing:is:5'])(
    '%s is refused',
    async (where) => {
      await expect(call(alpen, 'positions', { query: { where: [where] } })).rejects.toMatchObject({
        status: 400,
      })
    },
  )

  test('they hold of what the column shows, all of them, and are counted', async () => {
    const [position] = (await call(alpen, 'positions', { query: {} })).items
    if (position === undefined) throw new Error('nothing is held')
    const { identifier, quantity, decimals } = position
    const whole = quantity.slice(0, -decimals || undefined)
    const count = async (...where: string[]) =>
      (await call(alpen, 'positions', { query: { where } })).totalItemCount
    expect(await count(`identifier:is:${identifier.toLowerCase()}`)).toBe(1)
    expect(await count(`identifier:starts:${identifier.slice(0, 4)}`)).toBe(1)
    expect(await count(`identifier:starts:${identifier.slice(1, 4)}`)).toBe(0)
    expect(await count(`identifier:contains:${identifier.slice(3, 6)}`)).toBe(1)
    expect(await count(`identifier:not:${identifier.slice(3, 6)}`)).toBe(0)
    expect(await count('identifier:contains:%')).toBe(0)
    expect(await count(`quantity:at-least:${whole}`)).toBe(1)
    expect(await count(`quantity:at-least:${whole}9`)).toBe(0)
    expect(await count(`quantity:at-most:${whole}9`, 'quantity:at-least:0.5')).toBe(1)
    expect(await count('quantity:at-most:0')).toBe(0)
  })
})

test('a transfer is found by the names of its parties and by its quantities', async () => {
  const [transfer] = (await call(alpen, 'transfers', { query: {} })).items
  if (transfer === undefined) throw new Error('there is no transfer')
  const count = async (...where: string[]) =>
    (await call(alpen, 'transfers', { query: { where } })).totalItemCount
  const all = await count()
  expect(await count('counterparty:contains:no such tenant')).toBe(0)
  expect(await count('counterparty:not:no such tenant')).toBe(all)
  expect(await count(`deliveryId:is:${transfer.deliveryId}`)).toBe(1)
  expect(await count('description:contains:no such words')).toBe(0)
  expect(await count('deliverQuantity:at-least:0.01')).toBe(
    (await call(alpen, 'transfers', { query: {} })).items.filter(({ deliver }) => deliver !== null).length,
  )
})

describe('positions', () => {
  test.each<[CallQuery<'positions'>, number]>([
    [{ accountsFilter: 'all' }, 1],
    [{ accountsFilter: 'owned' }, 1],
    [{ accountsFilter: 'shared' }, 0],
    [{ assetClass: 'TRADITIONAL' }, 0],
    [{ accountCategory: 'own' }, 1],
    [{ accountCategory: 'client' }, 0],
    [{ accountInternalIdentifier: 'ALP-7' }, 1],
    [{ accountInternalIdentifier: 'ALP' }, 0],
  ])('%j finds %i', async (query, count) => {
    expect((await call(alpen, 'positions', { query })).totalItemCount).toBe(count)
  })

  test('the registrar sees shared ones, and cannot filter by the owner’s names for them', async () => {
    const count = async (query: CallQuery<'positions'>) =>
      (await call(registrar, 'positions', { query })).totalItemCount
    expect(await count({ accountsFilter: 'shared' })).toBe(1)
    expect(await count({ accountsFilter: 'owned' })).toBe(0)
    expect(await count({ accountCategory: 'own' })).toBe(0)
  })
})

describe.each(['transfers', 'registryTransfers'] as const)('%s', (name) => {
  test.each<[CallQuery<'transfers'>, number]>([
    [{ issuer: platform }, 0],
    [{ assetClass: 'DIGITAL' }, 1],
    [{ assetClass: 'TRADITIONAL' }, 0],
    [{ senderAccountCategory: 'own' }, 1],
    [{ senderAccountInternalIdentifier: 'ALP-7' }, 1],
    [{ senderAccountCategory: 'client' }, 0],
    [{ receiverAccountCategory: 'own' }, 0],
    [{ receiverAccountInternalIdentifier: 'ALP-7' }, 0],
    [{ expiresFrom: '2027-02-20', expiresTo: '2027-02-20' }, 1],
    [{ expiresFrom: '2027-02-21' }, 0],
    [{ expiresTo: '2027-02-19' }, 0],
  ])('%j finds %i', async (query, count) => {
    expect((await call(alpen, name, { query })).totalItemCount).toBe(count)
  })
})

const { deliveryId, deliveryManager } = SEEDED
const LEG = legReference(deliveryId, 1)
const NOBODYS = legReference(deliveryId, 2)

describe.each(['transfers', 'registryTransfers'] as const)('%s by reference', (name) => {
  test.each<[CallQuery<'transfers'>, number]>([
    [{ reference: LEG }, 1],
    [{ reference: LEG.toUpperCase().replace('0X', '0x'), referenceType: 'deliveryLeg' }, 1],
    [{ reference: LEG, referenceType: 'assetAccount' }, 0],
    [{ reference: deliveryId, referenceType: 'deliveryLeg' }, 1],
    [{ reference: NOBODYS }, 0],
    [{ reference: 'ALP-7' }, 1],
    [{ reference: 'ALP-7', referenceType: 'any' }, 1],
    [{ reference: 'ALP-7', referenceType: 'deliveryLeg' }, 0],
    [{ reference: '7', referenceType: 'assetAccount' }, 1],
    [{ reference: '8', referenceType: 'assetAccount' }, 0],
    [{ reference: '%' }, 0],
  ])('%j finds %i', async (query, count) => {
    expect((await call(alpen, name, { query })).totalItemCount).toBe(count)
  })

  test('the owner’s identifier of an account finds nothing for others', async () => {
    const query = { reference: 'ALP-7' }
    expect((await call(registrar, name, { query })).totalItemCount).toBe(0)
  })
})

describe('deliveries', () => {
  test.each<[string, (tenants: ServersFixture['tenants']) => CallQuery<'deliveries'>, number]>([
    ['its id', () => ({ entityId: deliveryId }), 1],
    ['another id', () => ({ entityId: LEG }), 0],
    ['a leg', () => ({ legEntityId: LEG }), 1],
    ['no leg', () => ({ legEntityId: NOBODYS }), 0],
    ['a leg’s number', () => ({ legIdx: 1 }), 1],
    ['no leg’s number', () => ({ legIdx: 2 }), 0],
    ['its manager', () => ({ deliveryManagerAddr: deliveryManager }), 1],
    ['another manager', () => ({ deliveryManagerAddr: platform }), 0],
    ['its sender', ({ alpenbank }) => ({ sender: alpenbank }), 1],
    ['no sender', ({ baltic }) => ({ sender: baltic }), 0],
    ['its receiver', ({ baltic }) => ({ receiver: baltic }), 1],
    ['no receiver', ({ alpenbank }) => ({ receiver: alpenbank }), 0],
    ['its registrar', ({ registrar: keeper }) => ({ registrar: keeper }), 1],
    ['no registrar', ({ baltic }) => ({ registrar: baltic }), 0],
    ['no coordinator', ({ baltic }) => ({ txCoordinator: baltic }), 0],
    ['a participant', ({ registrar: keeper }) => ({ participant: keeper }), 1],
    ['no participant', ({ rhone }) => ({ participant: rhone }), 0],
    ['its initiator', ({ alpenbank }) => ({ initiator: alpenbank }), 1],
    ['no initiator', ({ baltic }) => ({ initiator: baltic }), 0],
    ['its fingerprint', () => ({ fingerprints: [Fingerprint.parse(ZERO_BYTES32)] }), 1],
    ['another fingerprint', () => ({ fingerprints: [Fingerprint.parse(LEG)] }), 0],
    ['what closes it', () => ({ openingDeliveryIds: [deliveryId] }), 0],
    ['the day of its expiry', () => ({ expiresFrom: '2027-02-20', expiresTo: '2027-02-20' }), 1],
    ['a later day', () => ({ expiresFrom: '2027-02-21' }), 0],
    ['an earlier day', () => ({ expiresTo: '2027-02-19' }), 0],
    ['no audit entry', () => ({ auditIds: ['999'] }), 0],
  ])('by %s', async (_name, queryOf, count) => {
    const query = queryOf(world.tenants)
    expect((await call(alpen, 'deliveries', { query })).totalItemCount).toBe(count)
  })

  test('name themselves and their legs as the audit and the ledger’s managers do', async () => {
    const [found] = (await call(alpen, 'deliveries')).items
    expect(found).toMatchObject({ deliveryId, entityId: deliveryId, auditIds: [] })
    expect(found?.legs.map(({ legEntityId }) => legEntityId)).toEqual([
      legReference(deliveryId, 0),
      legReference(deliveryId, 1),
    ])
    const [instrument] = (await call(alpen, 'instruments')).items
    expect(instrument).toMatchObject({ instrumentId, entityId: instrumentId, auditIds: [] })
  })

  test('by the own audit’s entries about them', async () => {
    const { client } = await world.addUser('alpenbank', 'user.TENANT_ADMIN', 'delivery.BACKOFFICE')
    const comment = SaltedText.parse({ salt: freshSalt(), text: 'Late' })
    await call(client, 'putDeliveryComment', { body: { deliveryId, comment } })
    const [entry] = (await call(client, 'audit', { query: { userAddr: undefined } })).items
    const query = { auditIds: [entry!.auditId] }
    const { items } = await call(client, 'deliveries', { query })
    expect(items).toMatchObject([{ auditIds: [entry!.auditId] }])
    expect((await call(registrar, 'deliveries', { query })).totalItemCount).toBe(0)
  })
})

describe('instruments', () => {
  test.each<[CallQuery<'instruments'>, number]>([
    [{ instrumentManagerAddr: instrumentManager }, 1],
    [{ instrumentManagerAddr: platform }, 0],
    [{ assetClass: 'DIGITAL' }, 1],
    [{ assetClass: 'TRADITIONAL' }, 0],
    [{ revision: 1 }, 1],
    [{ revision: 2 }, 0],
    [{ identifier: 'DE000CNX0017' }, 1],
    [{ identifier: 'DE000' }, 0],
    [{ internalIdentifier: 'none' }, 0],
    [{ entityId: instrumentId }, 1],
    [{ entityId: registryId }, 0],
    [{ instrumentType: ['BOND'] }, 1],
    [{ instrumentType: ['FUND', 'PRIVATE'] }, 0],
    [{ fingerprints: [Fingerprint.parse(ZERO_BYTES32)] }, 1],
    [{ fingerprints: [Fingerprint.parse(LEG)] }, 0],
    [{ auditIds: ['999'] }, 0],
  ])('%j finds %i', async (query, count) => {
    expect((await call(alpen, 'instruments', { query })).totalItemCount).toBe(count)
  })
})

describe('dApps', () => {
  const dapps = async (query: CallQuery<'dapps'>) =>
    (await call(alpen, 'dapps', { query })).items.map(({ type }) => type)

  test('are found by type, by the privileges that somebody holds there, and by their operator', async () => {
    const { operator, alpenbank } = world.tenants
    expect(await dapps({ dappTypes: ['delivery', 'registry'] })).toEqual(['delivery', 'registry'])
    const operators = Bytes32.parse(privilegeId('platform.OPERATOR'))
    expect(await dapps({ privilegeIds: [operators] })).toEqual(['platform'])
    expect(await dapps({ privilegeIds: [Bytes32.parse(privilegeId('registry.INVESTOR'))] })).toEqual([
      'registry',
    ])
    expect(await dapps({ privilegeIds: [Bytes32.parse(privilegeId('registry.ONRAMPER'))] })).toEqual([])
    expect(await dapps({ operatorAddr: operator })).toEqual(['delivery', 'platform', 'registry'])
    expect(await dapps({ operatorAddr: alpenbank })).toEqual([])
  })
})

test('a transfer that waits for the other side is a task that waits', async () => {
  const { items } = await call(alpen, 'deliveryTasks')
  expect(items).toMatchObject([{ entityId: SEEDED.deliveryId, status: 'WAITING', workflowId: null }])
})
