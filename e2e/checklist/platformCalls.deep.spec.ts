// The checklist, row by row: the platform, registry, sync, transfer and workflow calls, by the SDK against both servers.
import { Bytes32, Fingerprint, freshSalt, SaltedText } from '@connex/protocol'
import type { Address } from '@connex/protocol'
import { call, createUser, generateWalletFile, login, logout, openSession } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import { clientOf, expect, test } from '../support/sandbox.ts'
import { openDesk } from '../support/desks.ts'
import { refusal, runChecklistRows } from '../support/checklist.ts'

test.describe.configure({ timeout: 600_000 })

const UNKNOWN = `0x${'12'.repeat(32)}`
const nobody = `0x${'ee'.repeat(20)}` as Address
const newAddress = async () => (await generateWalletFile('x', { n: 2 })).address

test('platform calls', async ({ sandbox }) => {
  const open = async (user: string) => {
    const client = await clientOf(sandbox, user)
    await openSession(client)
    return client
  }
  const [admin, colleague, rhone] = [await open('a.keller'), await open('b.moser'), await open('c.dubois')]
  const operator = await open('o.berg')
  const { tenant } = await call(admin, 'me')
  const { items: tenants } = await call(admin, 'tenants', { query: { itemsPerPage: 100 } })
  const addressOf = (name: string) => tenants.find((one) => one.name === name)?.address ?? nobody
  await runChecklistRows(async (row) => {
    await row('A053 nobody is blacklisted', async () =>
      expect((await call(admin, 'blacklist', { query: { addresses: [nobody] } })).items).toEqual([]),
    )
    await row('A009 A054 A055 a token, until the logout', async () => {
      const other = await clientOf(sandbox, 'e.saar')
      await openSession(other)
      const { token } = await call(other, 'login')
      const ask = () =>
        fetch(`${other.baseUrl}/api/v6/platform`, { headers: { authorization: `Bearer ${token}` } })
      expect((await ask()).status).toBe(200)
      await fetch(`${other.baseUrl}/api/v6/platform/logout`, {
        headers: { authorization: `Bearer ${token}` },
      })
      expect((await ask()).status).toBe(401)
      await login(other)
      await logout(other)
    })
    await row('A054 no token for the locked and the inactive', async () => {
      for (const user of ['l.riegel', 'i.ruhe'])
        expect([401, 403]).toContain((await refusal(call(await clientOf(sandbox, user), 'login'))).status)
    })
    await row('A056 A059 the platform and its contracts’ versions', async () => {
      expect((await call(admin, 'platform')).refundThreshold).toMatch(/^\d+$/)
      expect((await call(admin, 'contractVersion')).items.map(({ version }) => version)).not.toContain(null)
    })
    await row('A057 A058 controllers with their rules, dApps with who may do what', async () => {
      const { items } = await call(admin, 'dappControllers')
      expect(items.every(({ workflowConfig }) => Array.isArray(workflowConfig))).toBe(true)
      const dapps = await call(admin, 'dapps', { query: { dappTypes: ['registry'] as never } })
      expect(dapps.items.length).toBeGreaterThan(0)
      for (const dapp of dapps.items)
        expect(Object.keys(dapp)).toEqual(expect.arrayContaining(['address', 'shortName', 'privileges']))
    })
    await row('A060 who one is; a locked user until when', async () => {
      expect((await call(admin, 'me', { query: { dappTypes: ['delivery'] as never } })).user.name).toBe(
        'a.keller',
      )
      const { user } = await call(await clientOf(sandbox, 'l.riegel'), 'me')
      expect(user.lockExpiration).toBeGreaterThan(Date.now() / 1000)
    })
    await row('A061 tenants with address and name', async () =>
      expect(addressOf('Baltic Trust Bank')).not.toBe(nobody),
    )
    await row('A062 A073 raw transactions that are none are refused', async () => {
      const body = { rawTransaction: '0x12' as never }
      expect((await refusal(call(admin, 'updateTenant', { body }))).status).toBe(400)
      expect((await refusal(call(colleague, 'updateTenant', { body }))).status).toBe(403)
    })
    await row('A063 to A068 a user is invited, changed, locked, taken back; accepts once', async () => {
      const userAddr = await newAddress()
      await createUser(admin, { userAddr, name: 'N. Neu' })
      const users = async () => (await call(admin, 'users', { query: { itemsPerPage: 100 } })).items
      expect((await users()).find((one) => one.userAddr === userAddr)).toMatchObject({ status: 'INVITED' })
      const { items } = await call(admin, 'userRegistrations', { query: { itemsPerPage: 100 } })
      expect(items.find((one) => one.userAddr === userAddr)?.invitationToken).toMatch(/^\S{43}$/)
      await call(admin, 'deleteUserRegistration', { query: { userAddr } })
      expect((await users()).find((one) => one.userAddr === userAddr)).toBeUndefined()
      expect(await refusal(call(admin, 'updateUser', { body: { userAddr, name: 'X' } }))).toEqual({
        status: 404,
        message: 'User not found',
      })
      const active = colleague.signer?.address as Address
      expect(await refusal(call(admin, 'deleteUserRegistration', { query: { userAddr: active } }))).toEqual({
        status: 403,
        message: 'Current user is not a tenant admin OR user to delete is not in status INVITED',
      })
      expect((await refusal(call(colleague, 'users'))).status).toBe(403)
    })
    await row('A069 to A072 a tenant is invited, and taken back', async () => {
      const { id, token } = await call(operator, 'inviteTenant', {
        body: { name: `Oder Bank ${Date.now()}` },
      })
      expect(token).toMatch(/^\S{43}$/)
      expect((await call(operator, 'invitations')).items.map((one) => one.id)).toContain(id)
      await call(operator, 'deleteInvitation', { query: { id } })
      expect(await refusal(call(operator, 'deleteInvitation', { query: { id: '999999' } }))).toEqual({
        status: 404,
        message: 'Tenant invitation not found',
      })
      expect((await refusal(call(admin, 'inviteTenant', { body: { name: 'X' } }))).status).toBe(403)
    })
    await row('A074 A075 the tenant’s details', async () => {
      const body = { legalName: 'Alpenbank AG', notes: `At ${Date.now()}` }
      await call(admin, 'putTenantDetails', { body })
      expect(await call(colleague, 'tenantDetails')).toMatchObject(body)
      expect((await refusal(call(colleague, 'putTenantDetails', { body }))).status).toBe(403)
      expect(await call(rhone, 'tenantDetails')).not.toMatchObject(body)
    })
    await row('A076 the confirmer', async () =>
      expect((await call(admin, 'confirmer')).tenantAddr).toBe(tenant.address),
    )
    await row('A077 A078 hosted here', async () => {
      const body = { tenantAddr: tenant.address, isHostedHere: true }
      await call(admin, 'putHostedHere', { body })
      expect((await call(admin, 'hostedHere')).items).toContainEqual(body)
    })
    await row('A079 A080 A081 presets are one user’s', async () => {
      const body = { view: `walk-${Date.now()}`, preset: { columns: ['identifier'] } }
      await call(admin, 'putViewPreset', { body })
      const read = async (client: Client) =>
        (await call(client, 'viewPresets', { query: { view: [body.view] } })).items
      expect([await read(admin), await read(colleague)]).toEqual([[body], []])
      await call(admin, 'deleteViewPreset', { query: { view: body.view } })
      expect(await read(admin)).toEqual([])
    })
    await row('A082 A083 A084 defaulted tenants', async () => {
      const tenantAddr = addressOf('Fjord Advisory')
      const marked = async () => (await call(admin, 'defaultedTenants')).items.map((one) => one.tenantAddr)
      await call(admin, 'putDefaultedTenant', { body: { tenantAddr, reason: 'Walk' } })
      expect(await marked()).toContain(tenantAddr)
      await call(admin, 'deleteDefaultedTenant', { query: { tenantAddr } })
      expect(await marked()).not.toContain(tenantAddr)
    })
    await row('A085 nominations', async () =>
      expect((await call(admin, 'nominations', { query: { status: ['COMMITTED'] } })).items).toEqual([]),
    )
    await row('A086 A087 A088 templates', async () => {
      const { templateId } = await call(admin, 'putTemplate', {
        body: { name: 'Weekly', type: 'repo', content: { rate: '2' } },
      })
      const ids = async () => (await call(colleague, 'templates')).items.map((one) => one.templateId)
      expect(await ids()).toContain(templateId)
      await call(admin, 'deleteTemplate', { query: { templateId } })
      expect(await ids()).not.toContain(templateId)
    })
    await row('A089 A090 business partners', async () => {
      const tenantAddr = addressOf('Baltic Trust Bank')
      const add = () => call(admin, 'addBusinessPartner', { body: { tenantAddr, note: 'Repo desk' } })
      // Once; a sandbox that was walked before has it.
      const known = (await call(admin, 'businessPartners')).items.some((one) => one.tenantAddr === tenantAddr)
      if (!known) await add()
      expect((await refusal(add())).status).toBe(409)
      expect((await call(colleague, 'businessPartners')).items).toMatchObject([
        { tenantAddr, name: 'Baltic Trust Bank' },
      ])
    })
    await row('A091 the other server is reachable', async () => {
      const query = { tenantAddr: addressOf('Baltic Trust Bank') }
      expect(await call(admin, 'nodeConnection', { query })).toMatchObject({
        isReachable: true,
        isHostedHere: false,
      })
    })
    await row('A092 A093 data of an externally owned account', async () => {
      const body = { eoaAddress: nobody, data: { desk: `Repo ${Date.now()}` } }
      await call(admin, 'putEoaData', { body })
      expect((await call(admin, 'eoaData', { query: { eoaAddress: [nobody] } })).items).toMatchObject([body])
    })
    await row('A094 A095 accounts and their names', async () => {
      const { items } = await call(admin, 'assetAccounts', { query: { itemsPerPage: 100 } })
      expect(items.length).toBeGreaterThan(0)
      const [first] = items
      if (first === undefined) return
      const { registryManagerAddr, registrarAddr } = first
      const put = (accountNum: string) =>
        call(admin, 'setAssetAccount', {
          body: { accountNum, registryManagerAddr, registrarAddr, accountName: 'Own' },
        })
      expect(await refusal(put('0'))).toEqual({
        status: 400,
        message: 'Account number must be higher than 0 OR Asset account already exists',
      })
    })
  })
})

test('registry, sync, transfer and workflow calls', async ({ sandbox }) => {
  const { client: alpen, tenantAddr, holding, keeper, account } = await openDesk(sandbox, 'a.keller')
  const [registrar, issuer] = [await clientOf(sandbox, 'm.okafor'), await clientOf(sandbox, 'h.petersen')]
  for (const client of [registrar, issuer]) await openSession(client)
  const { registryId } = holding
  const key = { registryManagerAddr: keeper.registryManagerAddr, registryId }
  const unknown = {
    registryManagerAddr: keeper.registryManagerAddr,
    registryId: UNKNOWN as typeof registryId,
  }
  const reason = () => SaltedText.parse({ salt: freshSalt(), text: 'Because' })
  const notFound = { status: 404, message: 'Related instrument or registry not found.' }
  await runChecklistRows(async (row) => {
    await row('A101 the registry managers', async () =>
      expect((await call(alpen, 'registryManager')).registryManagers.length).toBe(3),
    )
    await row('A102 registers, by each filter', async () => {
      const all = await call(alpen, 'registryInstruments', { query: { itemsPerPage: 100 } })
      const one = await call(alpen, 'registryInstruments', { query: { registryIds: [registryId] } })
      expect(one.totalItemCount).toBe(1)
      expect(all.totalItemCount).toBeGreaterThan(1)
    })
    await row('A103 the total as the ledger has it', async () =>
      expect((await call(alpen, 'totalIssuedAmount', { query: key })).totalIssuedAmount).toMatch(
        /^[1-9]\d*$/,
      ),
    )
    await row('A104 A105 entries', async () => {
      expect((await call(alpen, 'registryEntries')).items).toEqual([])
      const query = { registryEntryFingerprints: [Fingerprint.parse(UNKNOWN)] }
      expect((await call(alpen, 'registryEntryDetails', { query })).items).toEqual([])
    })
    await row('A106 to A110 E015 E016 E018 details of entries need a register', async () => {
      const entry = { salt: freshSalt(), owner: tenantAddr, account, quantity: '1' }
      for (const name of ['issueEntries', 'importEntries'] as const) {
        const { status } = await refusal(
          call(registrar, name, { body: { ...unknown, entries: [entry] } as never }),
        )
        expect([name, status]).toEqual([name, 404])
      }
      const body = {
        ...unknown,
        registryEntryFingerprint: Fingerprint.parse(UNKNOWN),
        reason: { salt: Bytes32.parse(freshSalt()), text: 'x' },
      }
      expect(await refusal(call(registrar, 'terminateEntry', { body }))).toEqual(notFound)
    })
    await row('A111 A116 A117 E017 E019 reasons need a register', async () => {
      expect(
        await refusal(call(registrar, 'unregister', { body: { ...unknown, reason: reason() } })),
      ).toEqual(notFound)
      const put = call(registrar, 'putRegistrationReason', { body: { ...unknown, reason: reason() } })
      expect(await refusal(put)).toEqual(notFound)
      const stored = await call(registrar, 'putRegistrationReason', { body: { ...key, reason: reason() } })
      expect(stored.fingerprint).toMatch(/^0x/)
    })
    await row('A112 A131 transfers, by each filter', async () => {
      const all = await call(alpen, 'transfers')
      const none = await call(alpen, 'transfers', { query: { transferType: ['MINT'], state: ['CANCELED'] } })
      expect(all.totalItemCount).toBeGreaterThan(none.totalItemCount)
      const page = await call(alpen, 'transfers', {
        query: { page: 2, itemsPerPage: 2, sortBy: 'createdAt', sortOrder: 'asc' },
      })
      expect(page).toMatchObject({ pageItemCount: 2, totalItemCount: all.totalItemCount })
      expect((await call(registrar, 'registryTransfers')).totalItemCount).toBeGreaterThan(0)
    })
    await row('A113 A114 E a set is proposed of a register that there is', async () => {
      expect((await refusal(call(alpen, 'proposeSet', { query: unknown }))).status).toBe(404)
      expect((await refusal(call(alpen, 'proposeSetFrom', { body: unknown }))).status).toBe(404)
    })
    await row('A115 A120 the confirmer’s nonce', async () => {
      const query = { registryManagerAddr: key.registryManagerAddr, tenantAddr: keeper.registrarAddr }
      expect((await call(registrar, 'registryNonce', { query })).nonce).toMatch(/^\d+$/)
      const unnamed = { query: { tenantAddr: nobody } }
      expect((await call(registrar, 'registryConfirmerAccounts', unnamed)).items).toEqual([])
    })
    await row('A118 A119 accounts and chains', async () => {
      const { items } = await call(alpen, 'registryAccounts', { query: { accountNum: account } })
      expect(items.every(({ accountNum }) => accountNum === account)).toBe(true)
      expect(items.length).toBeGreaterThan(0)
      const custodyChainId = Bytes32.parse(UNKNOWN)
      expect((await call(alpen, 'custodyChains', { query: { custodyChainId } })).items).toEqual([])
    })
    await row('A121 positions, by owner and account', async () => {
      const { items } = await call(alpen, 'positions', {
        query: { ...key, owner: tenantAddr, account },
      })
      expect(items.length).toBeGreaterThan(0)
      expect(items.every((one) => 'owner' in one && one.owner === tenantAddr)).toBe(true)
    })
    await row('A122 A123 the registry’s configuration', async () => {
      const body = { dappAddress: key.registryManagerAddr, config: { at: String(Date.now()) } }
      await call(alpen, 'putRegistryConfig', { body })
      const query = { dappAddresses: [key.registryManagerAddr] }
      expect((await call(alpen, 'registryConfig', { query })).items).toMatchObject([body])
    })
    await row('A125 A126 A128 forced transfers', async () => {
      expect(
        (await refusal(call(alpen, 'forcedTransfer', { params: { entity_id: Fingerprint.parse(UNKNOWN) } })))
          .status,
      ).toBe(404)
      expect((await call(registrar, 'forcedTransferTasks')).items).toEqual([])
    })
    await row('A127 the registrar’s tasks', async () =>
      expect((await call(registrar, 'registryTasks', { query: { status: ['EXECUTED'] } })).items).toEqual([]),
    )
    await row('A129 A130 pushes', async () => {
      const { items } = await call(alpen, 'syncOperations', { query: { status: ['SYNCED'] } })
      expect(items.every(({ status }) => status === 'SYNCED')).toBe(true)
      expect(items.length).toBeGreaterThan(0)
      expect((await refusal(call(alpen, 'retrySync', { body: { ids: ['999999'] } }))).status).toBe(404)
    })
    await row('A132 A134 A135 A136 E020 E021 E022 workflows', async () => {
      expect((await call(alpen, 'workflows', { query: { workflowIds: ['none'] } })).items).toEqual([])
      for (const name of ['confirmWorkflow', 'rejectWorkflow', 'revokeWorkflow'] as const)
        expect(await refusal(call(alpen, name, { body: { workflowId: 'none' } }))).toEqual({
          status: 404,
          message: 'Workflow not found.',
        })
    })
    await row('A124 the registries’ own stream', async () => {
      const answer = await fetch(`${alpen.baseUrl}/api/v6/registry-manager/sse`)
      expect(answer.status).toBe(401)
    })
  })
})
