// Administrators, issuers, registrars and owners by HTTP alone: what is prepared is signed with a bare key, and does what the SDK's
// own function does.
import { privilegeManagerAbi } from '@connex/contracts'
import { AccountNumber, Address, fingerprintOf, freshSalt, SaltedText } from '@connex/protocol'
import type { CallBody, InstrumentId, PreparedAct, RegistryId } from '@connex/protocol'
import * as sdk from '@connex/sdk'
import type { Client, SendOptions } from '@connex/sdk'
import { keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPlatformFixture } from '../../../../testkit/src/fixtures/platform.ts'
import type { PlatformFixture } from '../../../../testkit/src/fixtures/platform.ts'
import { DEPLOYER } from '../../../../testkit/src/ledger/testLedger.ts'
import { publishPrepared } from '../../../../testkit/src/servers/publishPrepared.ts'
import { newUser } from '../../../../testkit/src/servers/users.ts'
import type { TestUser } from '../../../../testkit/src/servers/users.ts'

const { call } = sdk

let world: PlatformFixture
let [issuer, registrar, alpen]: [Client, Client, Client] = [] as never
let registryManagerAddr: Address
beforeAll(async () => {
  world = await startPlatformFixture()
  ;({ issuer, registrar, alpen } = world.clients)
  ;({ registryManagerAddr } = world)
})
afterAll(() => world?.close())

type Body<
  Name extends 'prepareAdministration' | 'prepareInstrument' | 'prepareRegistry' | 'preparePosition',
> = CallBody<Name>

const administer = (client: Client, body: Body<'prepareAdministration'>) =>
  call(client, 'prepareAdministration', { body })
const instrument = (client: Client, body: Body<'prepareInstrument'>) =>
  call(client, 'prepareInstrument', { body })
const registry = (client: Client, body: Body<'prepareRegistry'>) => call(client, 'prepareRegistry', { body })
const position = (client: Client, body: Body<'preparePosition'>) => call(client, 'preparePosition', { body })

const publish = (client: Client, prepared: PreparedAct, also: { invitationId?: string } = {}) =>
  publishPrepared(client, keyOf(client), prepared, also)

const keys = new Map<string, TestUser['key']>()
function keyOf({ signer }: Client): TestUser['key'] {
  const known = [...Object.values(world.keys), ...keys.values(), DEPLOYER as TestUser['key']]
  const key = known.find((one) => privateKeyToAccount(one).address.toLowerCase() === signer?.address)
  if (key === undefined) throw new Error('no key')
  return key
}

/** An active user of Alpenbank's, with these privileges. */
async function colleague(...privileges: sdk.GrantParameters['privileges'][number][]): Promise<Client> {
  const user: TestUser = newUser()
  keys.set(user.address, user.key)
  const { invitationToken: token } = await sdk.createUser(alpen, {
    userAddr: user.address,
    name: 'A. Keller',
    privileges: ['user.DAPP_USER', ...privileges],
  })
  const client = await world.connect(user.key)
  await sdk.acceptInvitation(client, { token })
  return client
}

/** What the SDK's own function would sign. */
async function rehearsed(act: (options: SendOptions) => Promise<unknown>) {
  let sent: { to: string; data: string } | undefined
  await act({
    dryRun: 'only',
    onProgress: (progress) => {
      if (progress.step === 'simulated') sent = progress.transaction
    },
  })
  return sent
}

/** The same bytes, but for ids and fingerprints, which each attempt draws at random. */
async function expectSame(prepared: PreparedAct, act: (options: SendOptions) => Promise<unknown>) {
  const { to, data } = prepared.transaction
  const { stored, instrumentId, custodyChainId } = prepared
  const drawn = [...stored.flatMap(({ fingerprints }) => fingerprints), instrumentId, custodyChainId]
  const places = drawn.flatMap((word) => (word === null ? [] : data.indexOf(word.slice(2))))
  expect(places).not.toContain(-1)
  const masked = (text: string) =>
    places.reduce((masking, at) => `${masking.slice(0, at)}${'-'.repeat(64)}${masking.slice(at + 64)}`, text)
  const sent = await rehearsed(act)
  expect({ to, data: masked(data) }).toEqual({ to: sent?.to, data: masked(sent?.data ?? '') })
  expect(prepared.signingHash).toBe(keccak256(prepared.unsignedTransaction as `0x${string}`))
}

const bond = (identifier: string) =>
  ({
    act: 'createInstrument',
    instrumentType: 'BOND',
    identifierType: 'ISIN',
    identifier,
    decimals: 2,
    details: { label: 'Hanseatic 2033' },
  }) as const satisfies Body<'prepareInstrument'>

/** A bond in a registry of the registrar's, all by prepared transactions. */
async function openRegistry(
  identifier: string,
  registryManagerAddr = world.registryManagers.accounts,
): Promise<{ instrumentId: InstrumentId; registryId: RegistryId }> {
  const created = await instrument(issuer, bond(identifier))
  await publish(issuer, created)
  const instrumentId = created.instrumentId as InstrumentId
  const requested = await registry(registrar, {
    act: 'requestRegistration',
    registryManagerAddr,
    instrumentId,
    instrumentRevision: 1,
  })
  await publish(registrar, requested)
  const registryId = requested.registryId as RegistryId
  await publish(
    issuer,
    await registry(issuer, { act: 'confirmRegistration', registryManagerAddr, registryId }),
  )
  return { instrumentId, registryId }
}

const ACCOUNT = AccountNumber.parse('1001')
const owned = (registryId: RegistryId, quantity: string) => ({
  registryManagerAddr,
  registryId,
  ownerAddr: world.tenants.alpen,
  account: ACCOUNT,
  quantity: quantity as Body<'preparePosition'> extends { quantity: infer Quantity } ? Quantity : never,
})

const openAccount = async (ownerAddr: Address, account: AccountNumber) =>
  publish(
    registrar,
    await position(registrar, { act: 'configureAccount', registryManagerAddr, ownerAddr, account }),
  )

describe('refuses', () => {
  test('a user without one of the privileges of the call', async () => {
    const refused = { status: 403, code: 'forbidden' }
    await expect(instrument(alpen, bond('DE000CNX0041'))).rejects.toMatchObject(refused)
    const registryId = freshSalt() as RegistryId
    const key = { registryManagerAddr, registryId }
    await expect(registry(alpen, { act: 'finishImport', ...key })).rejects.toMatchObject(refused)
    await expect(
      position(issuer, { act: 'markEntries', ...key, fingerprints: [freshSalt()] as never, for: 'export' }),
    ).rejects.toMatchObject(refused)
  })

  test('a user without the privilege that the controller wants for this act', async () => {
    const { address: userAddr } = newUser()
    const client = await colleague('delivery.BACKOFFICE')
    const body = { act: 'grantPrivileges', userAddr, privileges: ['delivery.BACKOFFICE'] }
    await expect(administer(client, body as Body<'prepareAdministration'>)).rejects.toMatchObject({
      status: 403,
      code: 'forbidden',
      problem: { needs: ['user.TENANT_ADMIN'] },
      message:
        'Your user needs the privilege user.TENANT_ADMIN. An administrator of your tenant can grant it.',
    })
  })

  test('fields of another act, unknown acts, and privileges that have no effect there', async () => {
    const { address: userAddr } = newUser()
    const refused = { status: 400, code: 'badRequest' }
    for (const body of [
      { act: 'grantPrivileges', userAddr, privileges: [] },
      { act: 'grantPrivileges', userAddr, privileges: ['delivery.NOTHING'] },
      { act: 'grantPrivileges', userAddr, privileges: ['user.DAPP_USER'], isBlacklisted: true },
      {
        act: 'setFourEyes',
        dappAddr: registryManagerAddr,
        functionSelectors: ['0x00'],
        signaturesRequired: 2,
      },
      { act: 'makeTea' },
      { act: 'grantPrivileges', userAddr, privileges: ['registry.INVESTOR'] },
      { act: 'changeTenantPrivileges', dappAddr: registryManagerAddr, tenantAddr: userAddr },
      {
        act: 'changeTenantPrivileges',
        dappAddr: registryManagerAddr,
        tenantAddr: userAddr,
        granted: ['delivery.BACKOFFICE'],
      },
    ])
      await expect(administer(alpen, body as never)).rejects.toMatchObject(refused)
  })

  test('an address that no server may have', async () => {
    await expect(
      administer(alpen, { act: 'updateTenant', key: 'api', value: 'ftp://alpen.example' }),
    ).rejects.toMatchObject({ code: 'apiAddressInvalid' })
  })

  test('what the ledger would refuse, and stores nothing', async () => {
    await expect(
      administer(alpen, {
        act: 'blacklistAccounts',
        accounts: [world.tenants.baltic],
        isBlacklisted: true,
      }),
    ).rejects.toMatchObject({ status: 403 })
    const refused = instrument(issuer, {
      ...bond('DE000CNX0058'),
      issuerAddr: world.tenants.baltic,
    })
    await expect(refused).rejects.toMatchObject({ status: 409, code: 'contractRefused' })
    await expect(refused).rejects.toThrow(/^Nothing was prepared: the ledger would refuse this\. /)
    const operations = await call(issuer, 'instruments', { query: { identifier: 'DE000CNX0058' } })
    expect(operations.items).toEqual([])
  })

  test('what the SDK refuses: an invitation that nobody has confirmed', async () => {
    const { id } = await sdk.inviteTenant(world.operator, { name: 'Nobody' })
    const controllers = [
      {
        dapp: registryManagerAddr,
        config: [{ functionSelector: '0x01020304', privilege: freshSalt(), signaturesRequired: 1 }],
      },
    ]
    await expect(
      administer(world.operator, { act: 'registerTenant', id, controllers } as never),
    ).rejects.toMatchObject({ code: 'actionRefused', problem: { reason: 'invitationNotConfirmed' } })
  })

  test('an act that several users must sign, with their number', async () => {
    const [selector] = sdk.selectorsOf(privilegeManagerAbi, 'revokeNomination')
    const rule = {
      act: 'setFourEyes' as const,
      dappAddr: Address.parse(
        (await sdk.whoami(alpen)).tenant.dappControllers.find(({ type }) => type === 'platform')!.dappAddress,
      ),
      functionSelectors: [String(selector)],
    }
    const two = await administer(alpen, { ...rule, signaturesRequired: 2 })
    expect(two.consequences).toEqual(['revokeNomination needs 2 signatures of users with user.TENANT_ADMIN.'])
    await expectSame(two, (options) => sdk.setFourEyes(alpen, { ...rule, signaturesRequired: 2 }, options))
    await publish(alpen, two)
    const nomination = await administer(alpen, { act: 'nominateAdmin', nomineeAddr: newUser().address })
    await publish(alpen, nomination)
    await expect(administer(alpen, { act: 'revokeNomination' })).rejects.toMatchObject({
      status: 409,
      code: 'signaturesRequired',
      message: expect.stringMatching(/your tenant requires 2 signatures for revokeNomination/) as string,
    })
    await publish(alpen, await administer(alpen, { ...rule, signaturesRequired: 1 }))
    const withdrawn = await administer(alpen, { act: 'revokeNomination' })
    await expectSame(withdrawn, (options) => sdk.revokeNomination(alpen, options))
    await publish(alpen, withdrawn)
  })
})

test('an administrator grants a privilege, and revokes it', async () => {
  const client = await colleague()
  const { user } = await sdk.whoami(client)
  const change = { userAddr: user.userAddr, privileges: ['delivery.BACKOFFICE'] as const }
  const granted = await administer(alpen, {
    act: 'grantPrivileges',
    ...change,
    privileges: [...change.privileges],
  })
  expect(granted).toMatchObject({ stored: [], instrumentId: null, registryId: null })
  const keller = `A. Keller (${user.userAddr})`
  expect(granted.consequences).toEqual([`You grant ${keller} the privileges: delivery.BACKOFFICE.`])
  await expectSame(granted, (options) => sdk.grantPrivileges(alpen, change, options))
  await publish(alpen, granted)
  expect((await sdk.whoami(client)).user.privileges).toContain('delivery.BACKOFFICE')
  const revoked = await administer(alpen, {
    act: 'revokePrivileges',
    ...change,
    privileges: [...change.privileges],
  })
  expect(revoked.consequences).toEqual([`You revoke the privileges of ${keller}: delivery.BACKOFFICE.`])
  await publish(alpen, revoked)
  expect((await sdk.whoami(client)).user.privileges).not.toContain('delivery.BACKOFFICE')
})

test('a new user is funded by the grant, and the deadline and the nonce may be the caller’s own', async () => {
  const { address: userAddr } = newUser()
  const granted = await administer(alpen, {
    act: 'grantPrivileges',
    userAddr,
    privileges: ['user.DAPP_USER'],
    nonce: 77,
    deadline: 4_000_000_000,
  })
  expect(granted.consequences).toEqual([
    `You grant ${userAddr} the privileges: user.DAPP_USER.`,
    `The platform tops up the coins of ${userAddr}.`,
  ])
  expect(granted.transaction.nonce).toBe(77)
  expect(granted.transaction.data).toContain((4_000_000_000).toString(16).padStart(64, '0'))
})

test('an administrator moves the server, names a recoverer, and nominates', async () => {
  const moved = await administer(alpen, { act: 'updateTenant', key: 'lei', value: '529900T8BM49AURSDO55' })
  expect(moved.consequences).toEqual(['You change the LEI of your tenant to 529900T8BM49AURSDO55.'])
  await expectSame(moved, (options) =>
    sdk.updateTenant(alpen, { key: 'lei', value: '529900T8BM49AURSDO55' }, options),
  )
  await publish(alpen, moved)
  const recovererAddr = world.tenants.registrar
  const recovered = await administer(alpen, { act: 'setRecoverer', recovererAddr })
  expect(recovered.consequences).toEqual([
    'From seven days from now, registrar can nominate an administrator of your tenant.',
  ])
  await expectSame(recovered, (options) => sdk.setRecoverer(alpen, { recovererAddr }, options))
  await publish(alpen, recovered)
  expect(await sdk.readRecoverer(alpen)).toMatchObject({ recovererAddr })
  const nobody = await administer(alpen, { act: 'setRecoverer', recovererAddr: null })
  expect(nobody.consequences).toEqual([
    'Your tenant has no recoverer then: if its only administrator loses the key, nobody can appoint another one.',
  ])
})

test('a nominee commits and declines by transactions of its own wallet', async () => {
  const nominee = await colleague()
  const { user, tenant } = await sdk.whoami(nominee)
  await publish(alpen, await administer(alpen, { act: 'nominateAdmin', nomineeAddr: user.userAddr }))
  const privilegeManagerAddr = tenant.privilegeManagerAddr
  await expect(administer(nominee, { act: 'commitNomination', privilegeManagerAddr })).rejects.toMatchObject({
    code: 'contractRefused',
  })
  const declined = await administer(nominee, { act: 'rejectNomination', privilegeManagerAddr })
  expect(declined.transaction.to).toBe(privilegeManagerAddr)
  expect(declined.consequences).toEqual(['Your wallet declines the nomination as an administrator.'])
  await expectSame(declined, (options) => sdk.rejectNomination(nominee, { privilegeManagerAddr }, options))
  await publish(nominee, declined)
  await publish(alpen, await administer(alpen, { act: 'nominateAdmin', nomineeAddr: user.userAddr }))
  await world.rpc('evm_increaseTime', 86_401)
  await world.rpc('evm_mine')
  const committed = await administer(nominee, { act: 'commitNomination', privilegeManagerAddr })
  await publish(nominee, committed)
  expect((await sdk.whoami(nominee)).user.privileges).toContain('user.TENANT_ADMIN')
})

describe('the platform’s operator', () => {
  test('gives a tenant a role, and blacklists', async () => {
    const change = {
      dappAddr: world.registryManagers.entries,
      tenantAddr: world.tenants.alpen,
      granted: ['registry.INVESTOR'] as const,
    }
    const granted = await administer(world.operator, {
      act: 'changeTenantPrivileges',
      ...change,
      granted: [...change.granted],
    })
    expect(granted.consequences).toEqual(['You grant alpen the privileges: registry.INVESTOR.'])
    await expectSame(granted, (options) => sdk.changeTenantPrivileges(world.operator, change, options))
    await publish(world.operator, granted)
    const accounts = [newUser().address]
    for (const isBlacklisted of [true, false]) {
      const listed = await administer(world.operator, { act: 'blacklistAccounts', accounts, isBlacklisted })
      await expectSame(listed, (options) =>
        sdk.blacklistAccounts(world.operator, { accounts, isBlacklisted }, options),
      )
      await publish(world.operator, listed)
    }
  })

  test('sets the refund limits and pays for refunds, the latter from its own wallet', async () => {
    const limits = await administer(world.operator, {
      act: 'setRefundLimits',
      refundThreshold: '64000000',
      refundLimit: '640000000',
    } as never)
    expect(limits.consequences).toEqual(['Users below 64000000 wei are refunded, up to 640000000 wei.'])
    await expectSame(limits, (options) =>
      sdk.setRefundLimits(
        world.operator,
        { refundThreshold: 64_000_000n, refundLimit: 640_000_000n },
        options,
      ),
    )
    const paid = await administer(world.operator, { act: 'fundPlatform', amount: '1000' } as never)
    expect(paid.transaction.value).toBe('1000')
    expect(paid.consequences).toEqual([
      'Your wallet pays 1000 wei to the funds from which the platform refunds its users.',
    ])
    await publish(world.operator, paid)
  })

  test('registers an invited tenant, whose invitation has the hash', async () => {
    const founder = newUser()
    const { id, token } = await sdk.inviteTenant(world.operator, { name: 'Nordhafen Custody' })
    const tenant = { name: 'Nordhafen Custody', api: 'http://127.0.0.1:9', lei: '' }
    const wallet = await world.connect(founder.key)
    await sdk.confirmInvitation(wallet, { token: token!, tenant })
    const { items } = await sdk.listDappControllers(world.operator)
    const controllers = items
      .filter(({ type }) => type === 'delivery')
      .map(({ dappAddress: dapp, workflowConfig }) => ({
        dapp,
        config: workflowConfig.map(({ functionSelector }) => ({
          functionSelector,
          privilege: keccak256('0x01'),
          signaturesRequired: 1,
        })),
      }))
    const prepared = await administer(world.operator, { act: 'registerTenant', id, controllers } as never)
    expect(prepared.consequences).toEqual([
      'You register the tenant Nordhafen Custody with 1 controllers.',
      `Its first administrator is ${founder.address}, whose wallet is funded.`,
    ])
    await publish(world.operator, prepared, { invitationId: id })
    const [invitation] = (await sdk.listInvitations(world.operator)).items.filter((one) => one.id === id)
    expect(invitation).toMatchObject({ state: 'ACTIVE' })
    expect(invitation?.txHash).not.toBeNull()
  })

  test('announces an upgrade, withdraws it, and may not execute it before its time', async () => {
    const managers = await sdk.listManagers(world.operator)
    const found = managers.find(({ name }) => name === 'InstrumentManager')!
    const manager = { address: found.address, dappAddr: found.dappAddr }
    const { implementation } = managers.find(({ name }) => name === 'DeliveryManager')!
    const announced = await administer(world.operator, {
      act: 'announceUpgrade',
      manager,
      implementation: found.implementation,
    }).catch(() => undefined)
    // The ledger takes only code of the manager's own kind that is new.
    expect(announced).toBeUndefined()
    await expect(
      administer(world.operator, { act: 'announceUpgrade', manager, implementation }),
    ).rejects.toMatchObject({ code: 'contractRefused' })
    for (const act of ['announceRollback', 'withdrawUpgrade'] as const)
      await expect(administer(world.operator, { act, manager })).rejects.toMatchObject({
        code: 'contractRefused',
      })
    await expect(
      administer(world.operator, {
        act: 'executeUpgrade',
        manager,
        announced: { implementation, isRollback: false },
      }),
    ).rejects.toMatchObject({ code: 'contractRefused' })
  })
})

describe('an issuer', () => {
  test.each([
    ['WKN', `A1${'B'.repeat(31)}`, 'identifier must be at most 32 bytes'],
    ['ISIN', 'ä'.repeat(17), 'identifier must be at most 32 bytes'],
    ['DOCUMENT_REFERENCE', 'A1B2C3', 'identifier must be a fingerprint: 0x followed by 64 hex digits'],
  ] as const)(
    'is refused an identifier that fits no word of the ledger: %s',
    async (type, identifier, why) => {
      const body = { ...bond('DE000CNX0066'), identifierType: type, identifier } as Body<'prepareInstrument'>
      await expect(instrument(issuer, body)).rejects.toMatchObject({
        code: 'actionRefused',
        message: `${why}.`,
      })
    },
  )

  test('creates an instrument: its details are stored, and read by others once the ledger has them', async () => {
    const created = await instrument(issuer, bond('DE000CNX0066'))
    const instrumentId = created.instrumentId as InstrumentId
    const { act: _, ...parameters } = bond('DE000CNX0066')
    await expectSame(created, (options) => sdk.createInstrument(issuer, parameters, options))
    const [stored] = created.stored as [PreparedAct['stored'][number]]
    expect(stored).toMatchObject({
      call: 'PUT /instrument-manager/instruments/details',
      body: { instrumentId, details: { label: 'Hanseatic 2033' } },
    })
    expect(stored.fingerprints).toEqual([fingerprintOf((stored.body as { details: SaltedText }).details)])
    expect(created.consequences).toEqual([
      'You create the instrument DE000CNX0066 of issuer, with 2 decimals.',
    ])
    const query = { instrumentIds: [instrumentId] }
    const status = async (client: Client) =>
      (await call(client, 'instrumentDetails', { query })).items[0]?.status
    expect([await status(issuer), await status(registrar)]).toEqual(['PENDING', undefined])
    await publish(issuer, created)
    expect([await status(issuer), await status(registrar)]).toEqual(['SYNCED', 'SYNCED'])
  })

  test('revises it, whitelists, makes it public, and ends its life', async () => {
    const whitelisted = await instrument(issuer, {
      ...bond('DE000CNX0074'),
      whitelist: [world.tenants.alpen],
    })
    expect(whitelisted.consequences[1]).toBe('Only these may hold it: alpen.')
    await publish(issuer, whitelisted)
    const instrumentId = whitelisted.instrumentId as InstrumentId
    const details = { label: 'Hanseatic 2033, amended' }
    const revised = await instrument(issuer, { act: 'reviseInstrument', instrumentId, details })
    await expectSame(revised, (options) => sdk.reviseInstrument(issuer, { instrumentId, details }, options))
    await publish(issuer, revised)
    const ended = await instrument(issuer, { act: 'expireInstrument', instrumentId })
    await expectSame(ended, (options) => sdk.expireInstrument(issuer, { instrumentId }, options))
    const opened = await instrument(issuer, { act: 'makePublic', instrumentId })
    await expectSame(opened, (options) => sdk.makePublic(issuer, { instrumentId }, options))
    await publish(issuer, opened)
    expect(opened.consequences[0]).toBe(
      'You make DE000CNX0074 public: everybody may hold it. This cannot be undone.',
    )
    const whitelisting = { instrumentId, tenants: [world.tenants.baltic], isWhitelisted: true }
    await expect(instrument(issuer, { act: 'updateWhitelist', ...whitelisting })).rejects.toMatchObject({
      code: 'forbidden',
      problem: { needs: ['instrument.WHITELIST'] },
    })
    await publish(issuer, await instrument(issuer, { act: 'expireInstrument', instrumentId }))
  })
})

describe('a registrar', () => {
  test('registers, issues, moves by force and terminates', async () => {
    const { registryId } = await openRegistry('DE000CNX0082')
    const key = { registryManagerAddr, registryId }
    const { alpen: ownerAddr, baltic: toAddr } = world.tenants
    await openAccount(ownerAddr, ACCOUNT)
    await openAccount(toAddr, AccountNumber.parse('2001'))
    const issued = await position(registrar, { act: 'issueAssets', ...owned(registryId, '5000') })
    expect(issued.consequences).toEqual(['You issue 50.00 DE000CNX0082 to account 1001 of alpen.'])
    const { quantity: _, ...place } = owned(registryId, '5000')
    await expectSame(issued, (options) => sdk.issueAssets(registrar, { ...place, quantity: 5_000n }, options))
    await publish(registrar, issued)
    const move = {
      ...key,
      fromAddr: ownerAddr,
      fromAccount: ACCOUNT,
      toAddr,
      toAccount: AccountNumber.parse('2001'),
      reason: 'By order of a court',
    }
    const forced = await position(registrar, { act: 'forceTransfer', ...move, quantity: '1000' } as never)
    await expectSame(forced, (options) =>
      sdk.forceTransfer(registrar, { ...move, quantity: 1_000n }, options),
    )
    expect(forced.consequences).toEqual([
      'You move 10.00 DE000CNX0082 by force from account 1001 of alpen to account 2001 of baltic.',
    ])
    await publish(registrar, forced)
    const [entityId] = forced.stored[0]!.fingerprints
    const readBy = (client: Client) => call(client, 'forcedTransfer', { params: { entity_id: entityId! } })
    expect((await readBy(alpen)).data).toMatchObject({ reason: 'By order of a court' })
    const mark = { act: 'markAssets', ...key, account: ACCOUNT, quantity: '500', for: 'redemption' }
    const marked = await position(alpen, mark as never)
    expect(marked.consequences[0]).toMatch(/^You mark 5\.00 DE000CNX0082 in your account 1001 for redemption/)
    await publish(alpen, marked)
    const ended = await position(registrar, { act: 'terminateAssets', ...owned(registryId, '500') })
    await publish(registrar, ended)
    const { items } = await sdk.listPositions(alpen, { registryId })
    expect(items[0]?.quantity).toBe('3500')
  })

  test('suspends and reopens, and the issuer reads the reason only once the ledger has it', async () => {
    const { registryId } = await openRegistry('DE000CNX0090')
    const key = { registryManagerAddr, registryId, reason: 'Corporate action' }
    const suspended = await registry(registrar, { act: 'suspendRegistry', ...key })
    await expectSame(suspended, (options) => sdk.suspendRegistry(registrar, key, options))
    const [stored] = suspended.stored
    expect(stored).toMatchObject({
      call: 'PUT /comments/private',
      body: { comment: { text: 'Corporate action' }, sharedWith: [world.tenants.issuer] },
    })
    const readBy = async (client: Client) =>
      (await call(client, 'comments', { query: { fingerprints: stored!.fingerprints } })).items.map(
        ({ text, status }) => [text, status],
      )
    expect(await readBy(registrar)).toEqual([['Corporate action', 'PENDING']])
    expect(await readBy(issuer)).toEqual([])
    await publish(registrar, suspended)
    expect(await readBy(registrar)).toEqual([['Corporate action', 'SYNCED']])
    expect(await readBy(issuer)).toEqual([['Corporate action', 'SYNCED']])
    await publish(registrar, await registry(registrar, { act: 'unsuspendRegistry', ...key }))
    const closed = await registry(registrar, { act: 'startExporting', ...key })
    expect(closed.consequences).toEqual([
      'You close the registry of DE000CNX0090 for good: you terminate what its owners mark for export.',
    ])
  })

  test('withdraws a request, and the issuer rejects another one', async () => {
    const created = await instrument(issuer, bond('DE000CNX0108'))
    await publish(issuer, created)
    const request = {
      act: 'requestRegistration',
      registryManagerAddr,
      instrumentId: created.instrumentId as InstrumentId,
      instrumentRevision: 1,
    } as const
    const requested = await registry(registrar, request)
    await publish(registrar, requested)
    const key = { registryManagerAddr, registryId: requested.registryId as RegistryId, reason: 'Too early' }
    const withdrawn = await registry(registrar, { act: 'cancelRegistration', ...key })
    await expectSame(withdrawn, (options) => sdk.cancelRegistration(registrar, key, options))
    await publish(registrar, withdrawn)
    await publish(registrar, await registry(registrar, request))
    const rejected = await registry(issuer, { act: 'rejectRegistration', ...key })
    expect(rejected.consequences).toEqual(['You reject the requested registry of DE000CNX0108.'])
    await publish(issuer, rejected)
    const reasons = await call(registrar, 'registrationReasons', {
      query: { fingerprints: rejected.stored[0]!.fingerprints },
    })
    expect(reasons.items).toMatchObject([{ text: 'Too early' }])
  })

  test('may end a registry only with the other side’s signature', async () => {
    const { registryId } = await openRegistry('DE000CNX0116')
    const reason = SaltedText.parse({ salt: freshSalt(), text: 'It has run out' })
    await expect(
      registry(registrar, {
        act: 'unregisterRegistry',
        registryManagerAddr,
        registryId,
        as: 'registrar',
        reason,
        registryNonce: '0',
        signature: `0x${'11'.repeat(64)}1b` as never,
      }),
    ).rejects.toMatchObject({ code: 'contractRefused' })
  })
})

/** All roles on another registry manager. */
async function grantRoles(dappAddr: Address): Promise<void> {
  const { operator, tenants } = world
  for (const [tenantAddr, granted] of [
    [tenants.issuer, ['registry.ISSUER']],
    [tenants.registrar, ['registry.REGISTRAR', 'registry.CUSTODIAN', 'registry.ONRAMPER']],
    [tenants.alpen, ['registry.INVESTOR']],
  ] as const)
    await publish(
      operator,
      await administer(operator, {
        act: 'changeTenantPrivileges',
        dappAddr,
        tenantAddr,
        granted: [...granted],
      }),
    )
}

test('entries are issued, split, marked and terminated, with their details at those who may read them', async () => {
  const { entries: manager } = world.registryManagers
  await grantRoles(manager)
  const { registryId } = await openRegistry('DE000CNX0124', manager)
  const key = { registryManagerAddr: manager, registryId }
  const ownerAddr = world.tenants.alpen
  const entriesOf = (...quantities: string[]) =>
    quantities.map((quantity) => ({ account: ACCOUNT, quantity })) as Extract<
      Body<'preparePosition'>,
      { act: 'issueEntries' }
    >['entries']
  const issued = await position(registrar, {
    act: 'issueEntries',
    ...key,
    ownerAddr,
    entries: entriesOf('70', '30'),
  })
  expect(issued.consequences).toEqual(['You issue 2 entries of DE000CNX0124 to alpen.'])
  await expectSame(issued, (options) =>
    sdk.issueEntries(
      registrar,
      {
        ...key,
        ownerAddr,
        entries: [
          { account: ACCOUNT, quantity: 70n },
          { account: ACCOUNT, quantity: 30n },
        ],
      },
      options,
    ),
  )
  await publish(registrar, issued)
  const [{ fingerprints }] = issued.stored as [PreparedAct['stored'][number]]
  const read = async () =>
    (await call(alpen, 'registryEntries', { query: { registryId } })).items
      .filter(({ entryType }) => entryType !== 'TERMINATED')
      .map(({ entryType, details }) => [entryType, details?.quantity])
      .toSorted((one, other) => String(one).localeCompare(String(other)))
  expect(await read()).toEqual([
    ['ISSUED', '30'],
    ['ISSUED', '70'],
  ])
  const split = await position(alpen, {
    act: 'reorgEntries',
    ...key,
    spent: [fingerprints[0]!],
    entries: entriesOf('20', '50'),
  })
  expect(split.consequences).toEqual([
    'You replace 1 of your entries of DE000CNX0124 with 2 of the same total.',
  ])
  await publish(alpen, split)
  expect((await read()).map(([, quantity]) => quantity)).toEqual(['20', '30', '50'])
  const marked = await position(alpen, {
    act: 'markEntries',
    ...key,
    fingerprints: [fingerprints[1]!],
    for: 'redemption',
  })
  await publish(alpen, marked)
  const ended = await position(registrar, {
    act: 'terminateEntry',
    ...key,
    fingerprint: fingerprints[1]!,
    ownerAddr,
    reason: 'Redeemed at par',
  })
  expect(ended.stored).toMatchObject([{ fingerprints: [fingerprints[1]] }])
  await publish(registrar, ended)
  expect((await read()).map(([, quantity]) => quantity)).toEqual(['20', '50'])

  // Nobody can say that the total of what is unknown stays the same.
  const { fingerprints: unread } = await sdk.issueEntries(
    registrar,
    { ...key, ownerAddr, entries: [{ account: ACCOUNT, quantity: 5n }] },
    { storeDataBy: () => Promise.resolve() },
  )
  await expect(
    position(alpen, { act: 'reorgEntries', ...key, spent: unread, entries: entriesOf('5') }),
  ).rejects.toMatchObject({
    code: 'badRequest',
    problem: {
      errors: [{ path: 'spent.0', message: 'is an entry whose private details your server does not have' }],
    },
  })
})

test('a transfer agent on-ramps over a custody chain, and the owner reads its reference once the ledger has it', async () => {
  const { chains: manager } = world.registryManagers
  const { registrar: registrarAddr, alpen: ownerAddr } = world.tenants
  await grantRoles(manager)
  const { user } = await sdk.whoami(registrar)
  const privileges = ['registry.TA_CONTROLLER_SHARED_ONRAMPING' as const]
  await publish(
    registrar,
    await administer(registrar, { act: 'grantPrivileges', userAddr: user.userAddr, privileges }),
  )
  const { registryId } = await openRegistry('DE000CNX0132', manager)
  const key = { registryManagerAddr: manager, registryId }
  const chain = { ...key, custodians: [registrarAddr], transferAgentAddr: registrarAddr }
  const created = await position(registrar, { act: 'createCustodyChain', ...chain })
  await expectSame(created, (options) => sdk.createCustodyChain(registrar, chain, options))
  await publish(registrar, created)
  await publish(
    registrar,
    await position(registrar, {
      act: 'configureAccount',
      registryManagerAddr: manager,
      ownerAddr,
      account: ACCOUNT,
    }),
  )
  const custodyChainId = created.custodyChainId!
  const ramp = { ...owned(registryId, '500'), ...key, custodyChainId, reference: 'DEP-2026-114' }
  const onramped = await position(registrar, { act: 'onramp', ...ramp })
  expect(onramped.consequences).toEqual(['You on-ramp 5.00 DE000CNX0132 to account 1001 of alpen.'])
  const [{ fingerprints }] = onramped.stored as [PreparedAct['stored'][number]]
  const read = async () =>
    (await call(alpen, 'comments', { query: { fingerprints } })).items.map(({ text }) => text)
  expect(await read()).toEqual([])
  await publish(registrar, onramped)
  expect(await read()).toEqual(['DEP-2026-114'])
  const { ownerAddr: _, reference: __, ...own } = ramp
  const marked = await position(alpen, { act: 'markCustodyChainAssets', ...own, for: 'redemption' })
  await publish(alpen, marked)
  const offramped = await position(registrar, { act: 'offramp', ...ramp })
  await publish(registrar, offramped)
  const { items } = await call(registrar, 'custodyChains', { query: { custodyChainId } })
  expect(items).toMatchObject([{ onramped: '500', offramped: '500' }])
})

test('the audit names who has prepared what, and the entity', async () => {
  const { address: userAddr } = newUser()
  await administer(alpen, { act: 'grantPrivileges', userAddr, privileges: ['user.DAPP_USER'] })
  const { items } = await call(alpen, 'audit', { query: { itemsPerPage: 50 } })
  expect(JSON.stringify(items)).toContain(userAddr)
})
