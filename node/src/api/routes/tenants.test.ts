import { Address, PlatformTenant } from '@connex/protocol'
import { call } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startRelay } from '../../../../testkit/src/database/relay.ts'
import { startServersFixture } from '../../../../testkit/src/fixtures/servers.ts'
import type { ServersFixture } from '../../../../testkit/src/fixtures/servers.ts'

describe('tenants', () => {
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

  test('a tenant’s own records are hidden from all others, also on the same server', async () => {
    for (const one of await list(rhone)) {
      const isOwn = one.address === world.tenants.rhone
      for (const field of OWN_FIELDS) expect(one[field] === null, `${one.name} ${field}`).toBe(!isOwn)
    }
    const own = await find(rhone, world.tenants.rhone)
    expect(own).toMatchObject({ details: {}, invitations: [], templates: [], businessPartners: [] })
    expect(own).toMatchObject({ defaultedTenants: [], recoveryNominations: [], auditIds: [] })
  })

  test('a user reads of its tenant only what the calls of the same names would answer', async () => {
    const own = await find(user, world.tenants.operator)
    expect(own).toMatchObject({ invitations: null, defaultedTenants: null, recoveryNominations: null })
    expect(own.auditIds).toBeNull()
    expect(own).toMatchObject({ details: { legalName: 'Operator AG' }, templates: [{ name: 'Weekly' }] })
  })

  test('the caller’s tenant has all its records, as the single calls return them', async () => {
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

  test('everybody sees a tenant’s address, confirmer, and whether it is hosted here', async () => {
    const { alpenbank, baltic, operator } = world.tenants
    const { url } = world.servers.north
    const confirmer = (await call(user, 'confirmer', { query: { tenantAddr: alpenbank } })).confirmer
    const expected = {
      apiUrl: url,
      connexApiUrl: url,
      lei: expect.any(String) as unknown,
      confirmer,
      isHostedHere: true,
    }
    expect(await find(user, alpenbank)).toMatchObject(expected)
    expect(await find(user, baltic)).toMatchObject({ isHostedHere: false })
    await call(admin, 'putHostedHere', { body: { tenantAddr: operator, isHostedHere: false } })
    expect(await find(user, operator)).toMatchObject({ isHostedHere: false })
    expect((await call(user, 'me')).tenant).toMatchObject({ apiUrl: url, isHostedHere: false })
  })

  test('the schema names all of it', () => {
    const named = ['lei', 'apiUrl', 'isHostedHere', 'confirmer', ...OWN_FIELDS]
    expect(Object.keys(PlatformTenant.shape)).toEqual(expect.arrayContaining(named))
  })
})

describe('tenantRecords', () => {
  let world: ServersFixture
  let admin: Client
  let user: Client
  let rhone: Client
  beforeAll(async () => {
    world = await startServersFixture()
    admin = (
      await world.addUser(
        'alpenbank',
        'user.TENANT_ADMIN',
        'user.BUSINESS_ADMIN',
        'user.DAPP_ADMIN',
        'user.TECHNICAL_ADMIN',
      )
    ).client
    user = (await world.addUser('alpenbank')).client
    rhone = (await world.addUser('rhone', 'user.BUSINESS_ADMIN')).client
  })
  afterAll(() => world.stop())

  const nobody = Address.parse(`0x${'ee'.repeat(20)}`)
  const missing = { status: 404 }

  test('details are the admin’s to store and the tenant’s to read', async () => {
    const body = { legalName: 'Alpenbank AG', contactEmail: 'desk@alpenbank.example' }
    await expect(call(user, 'putTenantDetails', { body })).rejects.toMatchObject({ status: 403 })
    expect(await call(user, 'tenantDetails')).toEqual({})
    await call(admin, 'putTenantDetails', { body })
    expect(await call(user, 'tenantDetails')).toEqual(body)
    expect(await call(rhone, 'tenantDetails')).toEqual({})
  })

  test('a view preset is one user’s alone', async () => {
    const remove = (client: Client) => call(client, 'deleteViewPreset', { query: { view: 'holdings' } })
    const body = { view: 'holdings', preset: { columns: ['identifier'], wide: true } }
    await call(user, 'putViewPreset', { body })
    await call(user, 'putViewPreset', { body: { view: 'transactions', preset: 1 } })
    expect((await call(user, 'viewPresets', { query: { view: ['holdings'] } })).items).toEqual([body])
    expect((await call(user, 'viewPresets')).totalItemCount).toBe(2)
    expect((await call(admin, 'viewPresets')).items).toEqual([])
    await expect(remove(admin)).rejects.toMatchObject(missing)
    await remove(user)
    expect((await call(user, 'viewPresets')).totalItemCount).toBe(1)
  })

  test('a tenant is marked as defaulted, and the mark taken back', async () => {
    const tenantAddr = world.tenants.baltic
    const mark = (client: Client, which = tenantAddr) =>
      call(client, 'putDefaultedTenant', { body: { tenantAddr: which, reason: 'Insolvent' } })
    const list = async (client: Client) => (await call(client, 'defaultedTenants')).items
    const clear = () => call(admin, 'deleteDefaultedTenant', { query: { tenantAddr } })
    await expect(mark(user)).rejects.toMatchObject({ status: 403 })
    await expect(mark(admin, nobody)).rejects.toMatchObject(missing)
    await mark(admin)
    expect(await list(admin)).toMatchObject([{ tenantAddr, name: 'baltic', reason: 'Insolvent' }])
    expect(await list(rhone)).toEqual([])
    await clear()
    await expect(clear()).rejects.toMatchObject(missing)
    expect(await list(admin)).toEqual([])
  })

  test('a template is stored, changed, found by type and removed', async () => {
    const body = { name: 'Weekly repo', type: 'repo', content: { rate: '2.1' } }
    await expect(call(user, 'putTemplate', { body })).rejects.toMatchObject({ status: 403 })
    const { templateId } = await call(admin, 'putTemplate', { body })
    await call(admin, 'putTemplate', { body: { ...body, templateId, name: 'Monthly repo' } })
    const find = async (type: string) => (await call(user, 'templates', { query: { type } })).items
    expect(await find('repo')).toMatchObject([{ templateId, name: 'Monthly repo', content: { rate: '2.1' } }])
    expect(await find('fop')).toEqual([])
    expect((await call(rhone, 'templates')).items).toEqual([])
    const query = { templateId }
    await call(admin, 'deleteTemplate', { query })
    await expect(call(admin, 'deleteTemplate', { query })).rejects.toMatchObject(missing)
  })

  describe('a calendar', () => {
    const content = {
      currency: 'USD',
      closedDays: [{ date: '2026-12-25' }, { date: '2026-11-26', name: 'Thanksgiving' }],
    }
    const put = (client: Client, changed: object = {}, templateId?: string) =>
      call(client, 'putTemplate', {
        body: {
          name: 'USD',
          type: 'CALENDAR',
          content: { ...content, ...changed },
          ...(templateId && { templateId }),
        },
      })

    test('is refused to a user who may not store templates', async () => {
      await expect(put(user)).rejects.toMatchObject({ status: 403 })
    })

    test.each([
      [
        'no day',
        { closedDays: [{ date: '26.11.2026' }] },
        'content.closedDays.0.date',
        'must be a day such as 2027-11-25',
      ],
      [
        'a day twice',
        { closedDays: [{ date: '2026-11-26' }, { date: '2026-11-26' }] },
        'content.closedDays.1.date',
        'appears twice',
      ],
      ['no days', { closedDays: [] }, 'content.closedDays', 'must have a day'],
      [
        'another currency',
        { currency: 'usd' },
        'content.currency',
        'must be one of EUR, USD, GBP, CHF, JPY, SEK, NKK, DKK',
      ],
      [
        'euros',
        { currency: 'EUR' },
        'content.currency',
        'must not be EUR: its calendar is TARGET, which is built in',
      ],
      ['more', { city: 'New York' }, 'content', 'has unknown fields: city'],
    ])('is refused with %s', async (_, changed, path, message) => {
      await expect(put(admin, changed)).rejects.toMatchObject({
        status: 400,
        problem: { errors: [{ path, message }] },
      })
    })

    test('is refused with more than 2,000 days', async () => {
      const closedDays = Array.from({ length: 2001 }, (_, index) => ({
        date: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
      }))
      await expect(put(admin, { closedDays })).rejects.toMatchObject({
        problem: { errors: [{ path: 'content.closedDays', message: 'must be 2,000 days at most' }] },
      })
    })

    test('is refused under the id of another template, as another template is under its id', async () => {
      await expect(put(admin, {}, 'mine')).rejects.toMatchObject({
        problem: { errors: [{ path: 'templateId', message: 'must be calendar-USD' }] },
      })
      const other = { name: 'Weekly', type: 'repo', content: 1, templateId: 'calendar-USD' }
      await expect(call(admin, 'putTemplate', { body: other })).rejects.toMatchObject({
        problem: { errors: [{ path: 'templateId' }] },
      })
    })

    test('is stored in order, once for a currency, and read by every user of the tenant alone', async () => {
      await put(admin)
      await put(admin, { completeUntil: '2026-12-31' }, 'calendar-USD')
      const read = async (client: Client) =>
        (await call(client, 'templates', { query: { type: 'CALENDAR' } })).items
      expect(await read(user)).toMatchObject([
        {
          templateId: 'calendar-USD',
          content: {
            completeUntil: '2026-12-31',
            closedDays: [{ date: '2026-11-26', name: 'Thanksgiving' }, { date: '2026-12-25' }],
          },
        },
      ])
      expect(await read(rhone)).toEqual([])
      await call(admin, 'deleteTemplate', { query: { templateId: 'calendar-USD' } })
      expect(await read(user)).toEqual([])
    })
  })

  test('a business partner is another tenant of the platform, added once', async () => {
    const add = (tenantAddr: Address) =>
      call(admin, 'addBusinessPartner', { body: { tenantAddr, note: 'Repo line' } })
    await expect(add(nobody)).rejects.toMatchObject(missing)
    await expect(add(world.tenants.alpenbank)).rejects.toMatchObject(missing)
    await add(world.tenants.fjord)
    await expect(add(world.tenants.fjord)).rejects.toMatchObject({ status: 409, code: 'alreadyStored' })
    expect((await call(user, 'businessPartners')).items).toMatchObject([{ name: 'fjord', note: 'Repo line' }])
    expect((await call(rhone, 'businessPartners')).items).toEqual([])
  })

  test('data about an account is returned for the requested address', async () => {
    const body = { eoaAddress: nobody, data: { label: 'Cold wallet' } }
    await expect(call(user, 'putEoaData', { body })).rejects.toMatchObject({ status: 403 })
    await call(admin, 'putEoaData', { body })
    const read = async (client: Client, eoaAddress: Address) =>
      (await call(client, 'eoaData', { query: { eoaAddress: [eoaAddress] } })).items
    expect(await read(user, nobody)).toMatchObject([body])
    expect(await read(user, world.tenants.fjord)).toEqual([])
    expect(await read(rhone, nobody)).toEqual([])
  })

  test('hosted tenants are listed, until one opts out', async () => {
    const put = (tenantAddr: Address, isHostedHere: boolean) =>
      call(admin, 'putHostedHere', { body: { tenantAddr, isHostedHere } })
    const listHosted = async () =>
      (await call(user, 'hostedHere')).items.filter((one) => one.isHostedHere).map((one) => one.tenantAddr)
    expect(await listHosted()).toHaveLength(4)
    await expect(put(world.tenants.rhone, false)).rejects.toMatchObject({ status: 403 })
    await put(world.tenants.alpenbank, false)
    expect(await listHosted()).not.toContain(world.tenants.alpenbank)
    await put(world.tenants.alpenbank, true)
    expect(await listHosted()).toHaveLength(4)
  })

  test('a tenant’s server is probed', async () => {
    const ask = (tenantAddr?: Address) => call(user, 'nodeConnection', { query: { tenantAddr } })
    await expect(ask(nobody)).rejects.toMatchObject(missing)
    expect(await ask()).toEqual({
      tenantAddr: world.tenants.alpenbank,
      connexApiUrl: world.servers.north.url,
      isHostedHere: true,
      isReachable: true,
      supportedApiVersions: [5, 6],
      features: ['deals', 'dealMessages'],
    })
    expect(await ask(world.tenants.baltic)).toMatchObject({ isHostedHere: false, isReachable: true })
    await world.servers.north.database.kysely
      .updateTable('tenants')
      .set({ api_url: 'http://127.0.0.1:1' })
      .where('address', '=', world.tenants.fjord)
      .execute()
    expect(await ask(world.tenants.fjord)).toMatchObject({ isReachable: false, supportedApiVersions: [] })
  })

  test('what a server supports is known while it is away, and not once its address is another', async () => {
    const { north, south } = world.servers
    const relay = await startRelay(Number(new URL(south.url).port))
    const move = (api_url: string) =>
      north.database.kysely
        .updateTable('tenants')
        .set({ api_url })
        .where('address', '=', world.tenants.baltic)
        .execute()
    const ask = () => call(user, 'nodeConnection', { query: { tenantAddr: world.tenants.baltic } })
    await move(`http://127.0.0.1:${relay.port}`)
    const { features } = await ask()
    expect(features).toEqual(['deals', 'dealMessages'])
    await relay.close()
    expect(await ask()).toMatchObject({ isReachable: false, supportedApiVersions: [], features })
    await move('http://127.0.0.1:1')
    expect(await ask()).toMatchObject({ isReachable: false, features: [] })
    await move(south.url)
  })

  test('the ledger’s confirmer and blacklist are returned as indexed', async () => {
    const confirmer = Address.parse(`0x${'c0'.padStart(40, '0')}`)
    expect(await call(user, 'confirmer')).toEqual({ tenantAddr: world.tenants.alpenbank, confirmer })
    await expect(call(user, 'confirmer', { query: { tenantAddr: nobody } })).rejects.toMatchObject(missing)
    await world.servers.north.database.kysely
      .insertInto('blacklist')
      .values({ address: nobody, from_block: 1, to_block: null })
      .execute()
    const query = { addresses: [nobody, world.tenants.fjord] }
    expect((await call(user, 'blacklist', { query })).items).toEqual([{ address: nobody }])
    expect((await call(user, 'blacklist', { query: { addresses: [world.tenants.fjord] } })).items).toEqual([])
  })

  test('without a ledger no contract has a version', async () => {
    await expect(call(user, 'contractVersion')).rejects.toMatchObject({
      status: 500,
      detail: 'Blockchain returned an error',
    })
  })
})
