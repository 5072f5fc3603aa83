import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import { Address, PlatformTenant } from '@connex/protocol'
import { startServersFixture } from '../../../../testkit/src/fixtures/servers.ts'
import type { ServersFixture } from '../../../../testkit/src/fixtures/servers.ts'

let world: ServersFixture
let admin: Client
let user: Client
let rhone: Client
beforeAll(async () => {
  world = await startServersFixture()
  const privileges = ['user.TENANT_ADMIN', 'user.BUSINESS_ADMIN', 'user.TECHNICAL_ADMIN'] as const
  admin = (await world.addUser('operator', ...privileges)).client
  user = (await world.addUser('operator')).client
  rhone = (await world.addUser('rhone', ...privileges)).client
  const { fjord, baltic, operator } = world.tenants
  await call(admin, 'putTenantDetails', { body: { legalName: 'Operator AG' } })
  await call(admin, 'inviteTenant', { body: { name: 'Newcomer' } })
  await call(admin, 'putTemplate', { body: { name: 'Weekly', type: 'repo', content: 1 } })
  await call(admin, 'addBusinessPartner', { body: { tenantAddr: fjord, note: 'Line' } })
  await call(admin, 'putDefaultedTenant', { body: { tenantAddr: baltic, reason: 'Insolvent' } })
  const nomination = {
    privilege_manager: operator,
    nominee: fjord,
    owner: operator,
    nominator: baltic,
    committable_from: 1,
    committable_until: 2,
    status: 'NOMINATED' as const,
    canceled_by: Address.parse(`0x${'0'.repeat(40)}`),
    from_block: 1,
    to_block: null,
  }
  await world.servers.north.database.kysely.insertInto('nominations').values(nomination).execute()
})
afterAll(() => world.stop())

const OWN_FIELDS = [
  'auditIds',
  'details',
  'invitations',
  'templates',
  'businessPartners',
  'defaultedTenants',
  'recoveryNominations',
] as const

const list = async (client: Client) => (await call(client, 'tenants')).items
const find = async (client: Client, address: Address) => {
  const found = (await list(client)).find((one) => one.address === address)
  if (found === undefined) throw new Error('not listed')
  return found
}

test('what a tenant keeps about itself is told to nobody else, be it a neighbour on the same server', async () => {
  for (const one of await list(rhone)) {
    const isOwn = one.address === world.tenants.rhone
    for (const field of OWN_FIELDS) expect(one[field] === null, `${one.name} ${field}`).toBe(!isOwn)
  }
  const own = await find(rhone, world.tenants.rhone)
  expect(own).toMatchObject({ details: {}, invitations: [], templates: [], businessPartners: [] })
  expect(own).toMatchObject({ defaultedTenants: [], recoveryNominations: [], auditIds: [] })
})

test('a user reads of the own tenant only what the calls of the same names would answer', async () => {
  const own = await find(user, world.tenants.operator)
  expect(own).toMatchObject({ invitations: null, defaultedTenants: null, recoveryNominations: null })
  expect(own.auditIds).toBeNull()
  expect(own).toMatchObject({ details: { legalName: 'Operator AG' }, templates: [{ name: 'Weekly' }] })
})

test('the own tenant is told with everything that it keeps, as the single calls tell it', async () => {
  const own = await find(admin, world.tenants.operator)
  const itemsOf = async (
    name: 'invitations' | 'templates' | 'businessPartners' | 'defaultedTenants' | 'nominations',
  ) => (await call(admin, name)).items
  expect(own.details).toEqual(await call(admin, 'tenantDetails'))
  expect(own.invitations).toEqual(await itemsOf('invitations'))
  expect(own.invitations).toMatchObject([
    { token: expect.any(String) as unknown, id: expect.any(String) as unknown },
  ])
  expect(own.templates).toEqual(await itemsOf('templates'))
  expect(own.businessPartners).toEqual(await itemsOf('businessPartners'))
  expect(own.defaultedTenants).toEqual(await itemsOf('defaultedTenants'))
  expect(own.recoveryNominations).toEqual(await itemsOf('nominations'))
  expect(own.recoveryNominations).toMatchObject([{ status: 'NOMINATED' }])
  const audited = (await call(admin, 'audit')).items.find(({ call: name }) => name === 'putTenantDetails')
  expect(own.auditIds).toContain(audited?.auditId)
})

test('everybody is told where a tenant is, whom it lets confirm and whether it is hosted here', async () => {
  const { alpenbank, baltic, operator } = world.tenants
  const { url } = world.servers.north
  const confirmer = (await call(user, 'confirmer', { query: { tenantAddr: alpenbank } })).confirmer
  const told = {
    apiUrl: url,
    connexApiUrl: url,
    lei: expect.any(String) as unknown,
    confirmer,
    isHostedHere: true,
  }
  expect(await find(user, alpenbank)).toMatchObject(told)
  expect(await find(user, baltic)).toMatchObject({ isHostedHere: false })
  await call(admin, 'putHostedHere', { body: { tenantAddr: operator, isHostedHere: false } })
  expect(await find(user, operator)).toMatchObject({ isHostedHere: false })
  expect((await call(user, 'me')).tenant).toMatchObject({ apiUrl: url, isHostedHere: false })
})

test('the schema names all of it', () => {
  const named = ['lei', 'apiUrl', 'isHostedHere', 'confirmer', ...OWN_FIELDS]
  expect(Object.keys(PlatformTenant.shape)).toEqual(expect.arrayContaining(named))
})
