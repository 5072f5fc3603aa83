// Acts that two users sign, by HTTP alone: proposed, approved and published with bare keys.
import { accountRegistryManagerAbi, entryRegistryManagerAbi, privilegeManagerAbi } from '@connex/contracts'
import { AccountNumber, freshSalt } from '@connex/protocol'
import type { Address, CallBody, HexData, PrivilegeName, RegistryId, Workflow } from '@connex/protocol'
import * as sdk from '@connex/sdk'
import type { Client } from '@connex/sdk'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPlatformFixture } from '../../../../testkit/src/fixtures/platform.ts'
import type { PlatformFixture, TenantName } from '../../../../testkit/src/fixtures/platform.ts'
import { registerBond } from '../../../../testkit/src/fixtures/registry.ts'
import { until } from '../../../../testkit/src/machine.ts'
import { newUser } from '../../../../testkit/src/servers/users.ts'

const { call } = sdk

type Key = `0x${string}`
type Signer = { client: Client; key: Key }

let world: PlatformFixture
let registryManagerAddr: PlatformFixture['registryManagerAddr']
let registryId: RegistryId
beforeAll(async () => {
  world = await startPlatformFixture()
  registryManagerAddr = world.registryManagers.entries
  await openManager()
  registryId = await openRegistry('DE000CNX0132', registryManagerAddr)
})
afterAll(() => world?.close())

/** The platform's operator opens the registry manager of entries to the three roles. */
async function openManager(): Promise<void> {
  const { operator, tenants } = world
  for (const [tenantAddr, role] of [
    [tenants.issuer, 'registry.ISSUER'],
    [tenants.registrar, 'registry.REGISTRAR'],
    [tenants.alpen, 'registry.INVESTOR'],
  ] as const)
    await sdk.changeTenantPrivileges(operator, { dappAddr: registryManagerAddr, tenantAddr, granted: [role] })
}

async function openRegistry(identifier: string, manager: Address): Promise<RegistryId> {
  const { issuer, registrar } = world.clients
  const parties = { issuer, registrar, registryManagerAddr: manager }
  const bond = { identifier, decimals: 2, label: 'Hanseatic 2034', accounts: [] }
  return (await registerBond(parties, bond)).registryId
}

const memberOf = (tenant: TenantName): Signer => ({ client: world.clients[tenant], key: world.keys[tenant] })

async function colleagueOf(tenant: TenantName, ...privileges: PrivilegeName[]): Promise<Signer> {
  const { key, address: userAddr } = newUser()
  const { invitationToken: token } = await sdk.createUser(world.clients[tenant], {
    userAddr,
    name: 'M. Brunner',
    privileges: ['user.DAPP_USER', ...privileges],
  })
  const client = await world.connect(key)
  await sdk.acceptInvitation(client, { token })
  return { client, key }
}

type Proposed = CallBody<'prepareActProposal'>

const prepare = ({ client }: Signer, body: Proposed) => call(client, 'prepareActProposal', { body })

const signed = async ({ key }: Signer, hash: string) =>
  (await privateKeyToAccount(key).sign({ hash: hash as Key })).slice(0, 130) as HexData

/** With the signature of the proposer's bare key. */
async function propose(by: Signer, body: Proposed): Promise<Workflow> {
  const { workflow, signingHash } = await prepare(by, body)
  const signature = await signed(by, signingHash)
  return call(by.client, 'createWorkflow', { body: { ...workflow, signature } })
}

async function approve(by: Signer, workflowId: string): Promise<string[]> {
  const { signingHash, consequences } = await call(by.client, 'prepareApproval', { body: { workflowId } })
  const signature = await signed(by, signingHash)
  await call(by.client, 'confirmWorkflow', { body: { workflowId, signature } })
  const prepared = await call(by.client, 'prepareExecution', { body: { workflowId } })
  expect(prepared.consequences).toEqual(consequences)
  const { unsignedTransaction } = prepared
  const body = { unsignedTransaction, signature: await signed(by, prepared.signingHash), workflowId }
  await call(by.client, 'publishSignature', { body })
  await until(
    'the execution',
    async () => (await sdk.getWorkflow(by.client, workflowId)).state === 'EXECUTED',
  )
  return consequences
}

const issue = (...quantities: string[]): Proposed =>
  ({
    act: 'issueEntries',
    registryManagerAddr,
    registryId,
    ownerAddr: world.tenants.alpen,
    entries: quantities.map((quantity) => ({ account: AccountNumber.parse('1001'), quantity })),
  }) as Proposed

describe('refuses', () => {
  test('an act of the wallet itself', async () => {
    await expect(
      prepare(memberOf('alpen'), { act: 'fundPlatform', amount: '1' } as Proposed),
    ).rejects.toMatchObject({ code: 'badRequest', problem: { errors: [{ path: 'act' }] } })
  })

  test('a user without the privilege that the act alone needs, and what the ledger would refuse', async () => {
    await expect(prepare(memberOf('issuer'), issue('70'))).rejects.toMatchObject({ status: 403 })
    const unknown = { ...issue('70'), registryId: `0x${'12'.repeat(32)}` } as Proposed
    await expect(prepare(memberOf('registrar'), unknown)).rejects.toMatchObject({ code: 'contractRefused' })
    expect((await call(world.clients.registrar, 'workflows')).items).toEqual([])
  })
})

test('two users of a registrar issue entries, whose quantities the second one reads before signing', async () => {
  const registrar = memberOf('registrar')
  await sdk.setFourEyes(world.clients.registrar, {
    dappAddr: registryManagerAddr,
    functionSelectors: sdk.selectorsOf(entryRegistryManagerAbi, 'issue'),
    signaturesRequired: 2,
  })
  const { act, ...given } = issue('70', '30') as Extract<Proposed, { act: 'issueEntries' }>
  await expect(call(registrar.client, 'preparePosition', { body: { act, ...given } })).rejects.toMatchObject({
    code: 'signaturesRequired',
    message: expect.stringContaining('POST /confirmation-workflows/act/prepare') as string,
  })
  const workflow = await propose(registrar, issue('70', '30'))
  const second = await colleagueOf('registrar', 'registry.SHARED_POSITION_HANDLING')
  expect(await approve(second, workflow.workflowId)).toEqual([
    'You issue 2 entries of DE000CNX0132 to alpen.',
    '0.70 DE000CNX0132 in account 1001 of alpen.',
    '0.30 DE000CNX0132 in account 1001 of alpen.',
  ])
  const { items } = await call(world.clients.alpen, 'registryEntries', { query: { registryId } })
  expect(new Set(items.map(({ details }) => details?.quantity))).toEqual(new Set(['30', '70']))
})

test('nobody can approve an exchange of entries for others of another total', async () => {
  const { alpen } = world.clients
  const { items } = await call(alpen, 'registryEntries', { query: { registryId } })
  const entryOf = (quantity: string) =>
    items.find(({ details }) => details?.quantity === quantity)!.registryEntryFingerprint
  // Stored for the larger entry, and proposed for the smaller one.
  const details = { salt: freshSalt(), owner: world.tenants.alpen, account: '1001', quantity: '70' }
  const body = { registryManagerAddr, registryId, deleted: [entryOf('70')], entries: [details] }
  const { fingerprints } = await call(alpen, 'reorgEntries', { body: body as never })
  await sdk.setFourEyes(alpen, {
    dappAddr: registryManagerAddr,
    functionSelectors: sdk.selectorsOf(entryRegistryManagerAbi, 'reorg'),
    signaturesRequired: 2,
  })
  const args = [registryId as Key, [entryOf('30') as Key], fingerprints as Key[]] as const
  const { workflowId } = await sdk.startWorkflow(alpen, {
    entity: 'delivery',
    entityId: registryId,
    action: 'batchTransaction',
    calls: [sdk.contractCall(entryRegistryManagerAbi, registryManagerAddr, 'reorg', args)],
  })
  const { client } = await colleagueOf('alpen', 'registry.SHARED_POSITION_HANDLING')
  await expect(call(client, 'prepareApproval', { body: { workflowId } })).rejects.toMatchObject({
    code: 'actionRefused',
    problem: { reason: 'totalsDiffer' },
  })
})

test('two users of a registrar move by force, for the reason that the second one reads', async () => {
  const { accounts } = world.registryManagers
  const given = { registryManagerAddr: accounts, registryId: await openRegistry('DE000CNX0181', accounts) }
  const [account, ownerAddr] = [AccountNumber.parse('1001'), world.tenants.alpen]
  for (const owner of [ownerAddr, world.tenants.baltic])
    await sdk.configureAccount(world.clients.registrar, { ...given, ownerAddr: owner, account })
  await sdk.issueAssets(world.clients.registrar, { ...given, ownerAddr, account, quantity: 500n })
  await sdk.setFourEyes(world.clients.registrar, {
    dappAddr: accounts,
    functionSelectors: sdk.selectorsOf(accountRegistryManagerAbi, 'forcedTransfer'),
    signaturesRequired: 2,
  })
  const { workflowId, entity } = await propose(memberOf('registrar'), {
    act: 'forceTransfer',
    ...given,
    fromAddr: ownerAddr,
    fromAccount: account,
    toAddr: world.tenants.baltic,
    toAccount: account,
    quantity: '200',
    reason: 'Court order 12 O 3/26',
  } as Proposed)
  expect(entity).toBe('forced_transfer')
  const second = await colleagueOf(
    'registrar',
    'registry.SHARED_POSITION_HANDLING',
    'registry.REGISTRAR_REGISTRATION',
  )
  expect(await approve(second, workflowId)).toEqual([
    'You move 2.00 DE000CNX0181 by force from account 1001 of alpen to account 1001 of baltic.',
    'The reason: “Court order 12 O 3/26”',
  ])
})

test('two administrators withdraw a nomination together', async () => {
  const admin = memberOf('alpen')
  const { tenant } = await sdk.whoami(admin.client)
  const platform = tenant.dappControllers.find(({ type }) => type === 'platform')!.dappAddress
  await sdk.setFourEyes(admin.client, {
    dappAddr: platform,
    functionSelectors: sdk.selectorsOf(privilegeManagerAbi, 'revokeNomination'),
    signaturesRequired: 2,
  })
  await sdk.nominateAdmin(admin.client, { nomineeAddr: newUser().address })
  const { workflowId } = await propose(admin, { act: 'revokeNomination' })
  const second = await colleagueOf('alpen', 'user.TENANT_ADMIN')
  expect(await approve(second, workflowId)).toEqual([
    'You withdraw the pending nomination of an administrator.',
  ])
})
