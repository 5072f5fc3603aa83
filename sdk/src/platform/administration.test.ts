// Sessions, users and lists on the real server, in both versions of the API.
import { Address, Seconds } from '@connex/protocol'
import type { ChangeEvent } from '@connex/protocol'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { unusedPort } from '../../../testkit/src/machine.ts'
import { startNodeProcess } from '../../../testkit/src/servers/nodeProcess.ts'
import { startPlatformFixture } from '../../../testkit/src/fixtures/platform.ts'
import type { PlatformFixture } from '../../../testkit/src/fixtures/platform.ts'
import { createClient, withSigner } from '../client/client.ts'
import type { Client } from '../client/client.ts'
import { discoverVersion } from '../session/discoverVersion.ts'
import { everyPage } from '../http/call.ts'
import { subscribe } from '../http/subscribe.ts'
import { listInstruments } from '../instruments/queries.ts'
import { createInstrument } from '../instruments/instruments.ts'
import { readAccount } from '../ledger/readContract.ts'
import { waitForIndex } from '../ledger/wait.ts'
import {
  listAccounts,
  listPositions,
  listRegistryAccounts,
  listRegistryInstruments,
} from '../registries/queries.ts'
import { addressOfPrivateKey } from '../wallet/privateKey.ts'
import { createLocalSigner } from '../signer/createLocalSigner.ts'
import { grantPrivileges } from './privileges.ts'
import { acceptInvitation, createUser, updateUser } from './users.ts'
import type { UserParameters } from './users.ts'
import { listDappControllers, listDapps, listTenants, listUsers } from './queries.ts'
import { login, logout, openSession, whoami } from '../session/session.ts'
import { usableCustodians } from './custodians.ts'

let world: PlatformFixture
let admin: Client
beforeAll(async () => {
  world = await startPlatformFixture()
  admin = world.clients.alpen
})
afterAll(() => world?.close())

const newUser = (digit: string) => {
  const key = `0x${digit.repeat(64)}` as const
  return { key, userAddr: Address.parse(addressOfPrivateKey(Buffer.from(digit.repeat(64), 'hex'))) }
}

/** Invited by the admin, and accepted by its own wallet. */
async function joined(key: `0x${string}`, user: UserParameters): Promise<Client> {
  const { invitationToken: token } = await createUser(admin, user)
  const client = await world.connect(key)
  await acceptInvitation(client, { token })
  return client
}

test('a wallet that nobody knows is refused', async () => {
  const stranger = await world.connect(newUser('7').key)
  await expect(whoami(stranger)).rejects.toMatchObject({ name: 'ApiError', status: 401 })
  await expect(listTenants(stranger)).rejects.toMatchObject({ status: 401 })
})

test('a user without the right may not add users', async () => {
  const { key, userAddr } = newUser('8')
  const client = await joined(key, { userAddr, name: 'C. Rossi', privileges: ['user.DAPP_USER'] })
  await expect(createUser(client, { userAddr: newUser('9').userAddr, name: 'X' })).rejects.toMatchObject({
    status: 403,
    code: 'forbidden',
  })
  expect((await whoami(client)).user).toMatchObject({ name: 'C. Rossi', privileges: ['user.DAPP_USER'] })
})

test('a new user who may only read is privileged, and not funded: the platform refunds active users only', async () => {
  const { userAddr } = newUser('d')
  const privileges = ['registry.SHARED_POSITION_HANDLING_RO'] as const
  await grantPrivileges(admin, { userAddr, privileges }, { dryRun: 'only' })
  await createUser(admin, { userAddr, name: 'R. Lesser', privileges })
  expect((await listUsers(admin)).items.find((user) => user.userAddr === userAddr)?.privileges).toEqual(
    privileges,
  )
  expect(await world.rpc('eth_getBalance', userAddr, 'latest')).toBe('0x0')
})

test('a new user is known to the server, privileged on the ledger, and funded for a first transaction', async () => {
  const { key, userAddr } = newUser('a')
  const user = await createUser(admin, {
    userAddr,
    name: 'A. Keller',
    userId: 'akeller',
    privileges: ['user.DAPP_USER', 'delivery.BACKOFFICE'],
  })
  expect(user).toMatchObject({ userAddr, userId: 'akeller', status: 'INVITED' })
  const client = await world.connect(key)
  expect(await acceptInvitation(client, { token: user.invitationToken })).toMatchObject({ status: 'ACTIVE' })
  expect((await whoami(client)).user.privileges.sort()).toEqual(['delivery.BACKOFFICE', 'user.DAPP_USER'])
  expect((await readAccount(client)).balance).toBeGreaterThanOrEqual(48_000_000n)
  const { items } = await listUsers(admin)
  expect(items.map(({ name }) => name)).toContain('A. Keller')
})

test('a locked user learns until when, and can do nothing else; unlocked, everything is as before', async () => {
  const { key, userAddr } = newUser('b')
  const client = await joined(key, { userAddr, name: 'L. Riegel', privileges: ['user.DAPP_USER'] })
  const lockExpiration = Seconds.parse(Math.floor(Date.now() / 1000) + 3600)
  await updateUser(admin, { userAddr, lockExpiration })
  expect((await openSession(client)).user.lockExpiration).toBe(lockExpiration)
  expect(client.session.token).toBeUndefined()
  await expect(listTenants(client)).rejects.toMatchObject({
    status: 403,
    code: 'locked',
    problem: { lockExpiration },
  })
  await updateUser(admin, { userAddr, lockExpiration: null })
  await openSession(client)
  expect(client.session.token).toBeDefined()
})

test('an inactive user learns the status, and is refused everything else', async () => {
  const { key, userAddr } = newUser('c')
  const client = await joined(key, { userAddr, name: 'I. Ruhe', privileges: ['user.DAPP_USER'] })
  await updateUser(admin, { userAddr, status: 'INACTIVE' })
  expect((await openSession(client)).user.status).toBe('INACTIVE')
  await expect(listDapps(client)).rejects.toMatchObject({ status: 403, code: 'notActive' })
})

test('a session goes with a token until it is closed; the signer signs for its contracts alone', async () => {
  const client = await world.connect(world.keys.baltic)
  const { tenant } = await openSession(client)
  expect(tenant.name).toBe('baltic')
  const token = client.session.token
  expect(token).toBeDefined()
  expect((await listTenants(client)).totalItemCount).toBe(5)
  const foreign = { chainId: 31337, nonce: 0, gas: 1n, gasPrice: 1n, value: 0n, data: '0x' as const }
  const elsewhere = client.signer?.signTransaction({ ...foreign, to: world.tenants.alpen })
  await expect(elsewhere).rejects.toMatchObject({ code: 'foreignContract' })
  await logout(client)
  expect(client.session).toMatchObject({ token: undefined, me: undefined })
  client.session.token = token
  expect((await listTenants(client)).totalItemCount).toBe(5)
  // The ended one was taken back, and the call has fetched another.
  expect(client.session.token).not.toEqual(token)
  await login(client)
  await logout(client)
  await logout(client)
})

test('another signer on the same server is another session', async () => {
  const client = withSigner(admin, createLocalSigner(world.keys.baltic, { chainId: 31337 }))
  expect((await whoami(client)).tenant.name).toBe('baltic')
  expect((await whoami(admin)).tenant.name).toBe('alpen')
})

test('custodians follow from tenants and dApps', async () => {
  const [tenants, dapps] = await Promise.all([
    everyPage((page) => listTenants(admin, page)),
    everyPage((page) => listDapps(admin, page)),
  ])
  const ownTenant = world.tenants.alpen
  const [custodian, ...others] = usableCustodians({ configured: [], tenants, dapps, ownTenant })
  expect(others).toEqual([])
  expect(custodian).toMatchObject({ label: 'registrar', registrarAddr: world.tenants.registrar })
  expect(usableCustodians({ configured: [], tenants, dapps, ownTenant: world.tenants.issuer })).toEqual([])
})

test('the stream tells of what changes, to whom it concerns', async () => {
  const events: ChangeEvent[] = []
  const states: string[] = []
  const stop = subscribe(admin, {
    onEvent: (event) => events.push(event),
    onState: (state) => states.push(state),
  })
  await vi.waitFor(() => expect(states).toEqual(['connecting', 'live']))
  const { instrumentId } = await createInstrument(world.clients.issuer, {
    instrumentType: 'PRIVATE',
    identifierType: 'DOCUMENT_REFERENCE',
    identifier: `0x${'5'.repeat(64)}`,
    decimals: 2,
    details: { label: 'Loan note', description: 'With two decimals' },
    whitelist: [world.tenants.alpen],
  })
  await vi.waitFor(() => expect(events.map(({ topic }) => topic)).toContain('instruments'), {
    timeout: 15_000,
  })
  stop()
  const { items } = await listInstruments(admin, { instrumentIds: [instrumentId] })
  expect(items).toMatchObject([{ label: 'Loan note', instrumentType: 'PRIVATE', decimals: 2 }])
})

test('a server that speaks version 5 alone is enough', { timeout: 90_000 }, async () => {
  const { tenant } = await whoami(admin)
  const platform = tenant.dappControllers.find(({ type }) => type === 'platform')
  const node = await startNodeProcess(`0x${'98'.repeat(32)}`, {
    PORT: String(await unusedPort()),
    LEDGER_RPC_URL: world.rpcUrl,
    PLATFORM_MANAGER: platform!.dappAddress,
    HOSTED_TENANTS: world.tenants.alpen,
    API_VERSIONS: '5',
  })
  try {
    const client = createClient({
      baseUrl: node.url,
      signer: createLocalSigner(world.keys.alpen, { chainId: 31337 }),
      chainId: 31337,
    })
    expect(await discoverVersion(client)).toBe(5)
    await vi.waitFor(() => whoami(client), { timeout: 60_000 })
    await waitForIndex(client, 1)
    const lists = await Promise.all([
      listTenants(client, { itemsPerPage: 2 }),
      listPositions(client),
      listAccounts(client),
      listRegistryAccounts(client),
      listRegistryInstruments(client),
      listInstruments(client),
      listDappControllers(client),
    ])
    for (const list of lists) expect(list.pageItemCount).toBe(list.items.length)
    expect(lists[0]).toMatchObject({ pageItemCount: 2, totalItemCount: 5 })
  } finally {
    await node.stop()
  }
})
