// Acts of a lifetime, by HTTP alone: what a registry takes over, how two sides end it, and the operator's way out of a delivery.
import { registrationAbi } from '@connex/contracts'
import { AccountNumber, freshSalt, SaltedText, fingerprintOf } from '@connex/protocol'
import type { Address, CallBody, RegistryId } from '@connex/protocol'
import * as sdk from '@connex/sdk'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPlatformFixture } from '../../../../testkit/src/fixtures/platform.ts'
import type { PlatformFixture, TenantName } from '../../../../testkit/src/fixtures/platform.ts'
import { registerBond } from '../../../../testkit/src/fixtures/registry.ts'
import { DEPLOYER } from '../../../../testkit/src/ledger/testLedger.ts'
import { publishPrepared } from '../../../../testkit/src/servers/publishPrepared.ts'

const { call } = sdk

type Bytes = `0x${string}`

let world: PlatformFixture
beforeAll(async () => {
  world = await startPlatformFixture()
  // All roles on the manager of entries, as on the others.
  const dappAddr = world.registryManagers.entries
  for (const [tenant, role] of [
    ['issuer', 'registry.ISSUER'],
    ['registrar', 'registry.REGISTRAR'],
    ['alpen', 'registry.INVESTOR'],
  ] as const)
    await sdk.changeTenantPrivileges(world.operator, {
      dappAddr,
      tenantAddr: world.tenants[tenant],
      granted: [role],
    })
})
afterAll(() => world?.close())

type Acting = 'prepareAdministration' | 'prepareRegistry' | 'preparePosition'

/** Prepared, signed with the tenant's bare key, and published. Answers what signing does. */
async function act<Name extends Acting>(
  by: TenantName | 'operator',
  name: Name,
  body: CallBody<Name>,
): Promise<string[]> {
  const client = by === 'operator' ? world.operator : world.clients[by]
  const prepared = await call(client, name, { body } as never)
  await publishPrepared(client, by === 'operator' ? DEPLOYER : world.keys[by], prepared)
  return (prepared as { consequences: string[] }).consequences
}

const ACCOUNT = AccountNumber.parse('1001')

/** A registry of a new bond; `TO_IMPORT`: it begins by taking over. */
async function openRegistry(
  identifier: string,
  registryManagerAddr: Address,
  creationMark: 'NONE' | 'TO_IMPORT' = 'NONE',
): Promise<{ registryManagerAddr: Address; registryId: RegistryId }> {
  const { issuer, registrar } = world.clients
  const bond = { identifier, decimals: 2, label: 'Hanseatic 2035', accounts: [], creationMark }
  const { registryId } = await registerBond({ issuer, registrar, registryManagerAddr }, bond)
  return { registryManagerAddr, registryId }
}

test('a registrar imports holdings and entries into registries that take over', async () => {
  const { accounts, entries } = world.registryManagers
  const ownerAddr = world.tenants.alpen
  const held = await openRegistry('DE000CNX0140', accounts, 'TO_IMPORT')
  await sdk.configureAccount(world.clients.registrar, { ...held, ownerAddr, account: ACCOUNT })
  const holding = { act: 'importAssets', ...held, ownerAddr, account: ACCOUNT, quantity: '500' } as const
  expect(await act('registrar', 'preparePosition', holding as never)).toEqual([
    'You import 5.00 DE000CNX0140 into account 1001 of alpen.',
  ])
  expect(await act('registrar', 'prepareRegistry', { act: 'finishImport', ...held })).toEqual([
    'You end the import into the registry of DE000CNX0140. From now on it works like any other.',
  ])
  const { items } = await sdk.listPositions(world.clients.alpen, { registryId: held.registryId })
  expect(items).toMatchObject([{ quantity: '500' }])

  const listed = await openRegistry('DE000CNX0157', entries, 'TO_IMPORT')
  const imported = {
    act: 'importEntries',
    ...listed,
    ownerAddr,
    entries: [{ account: ACCOUNT, quantity: '70' }],
  }
  expect(await act('registrar', 'preparePosition', imported as never)).toEqual([
    'You import 1 entry of DE000CNX0157 for alpen.',
  ])
  const query = { registryId: listed.registryId }
  expect((await call(world.clients.alpen, 'registryEntries', { query })).items).toMatchObject([
    { details: { quantity: '70' } },
  ])
})

test('both sides end a registry, by the reason that the other one’s confirmer has signed', async () => {
  const { issuer, registrar } = world.clients
  const registry = await openRegistry('DE000CNX0165', world.registryManagers.accounts)
  const confirmer = privateKeyToAccount(world.keys.issuer)
  await sdk.grantPrivileges(issuer, {
    userAddr: issuer.signer!.address,
    privileges: ['user.TENANT_ADMIN'],
  })
  await sdk.execute(issuer, registrationAbi, registry.registryManagerAddr, 'setConfirmer', [
    confirmer.address,
  ])
  const tenantAddr = world.tenants.issuer
  const query = { registryManagerAddr: registry.registryManagerAddr, tenantAddr }
  const { nonce } = await call(registrar, 'registryNonce', { query })
  const reason = SaltedText.parse({ salt: freshSalt(), text: 'It has run out' })
  const hash = await sdk.readContract(
    registrar,
    registrationAbi,
    registry.registryManagerAddr,
    'hashUnregister',
    [registry.registryId as Bytes, tenantAddr as Bytes, BigInt(nonce), fingerprintOf(reason) as Bytes],
  )
  const signature = await confirmer.sign({ hash })
  const ending = {
    act: 'unregisterRegistry',
    ...registry,
    as: 'registrar',
    reason,
    registryNonce: nonce,
    signature,
  }
  expect(await act('registrar', 'prepareRegistry', ending as never)).toEqual([
    'You end the registry of DE000CNX0165 for good.',
  ])
  const { items } = await sdk.listRegistryInstruments(registrar, { registryIds: [registry.registryId] })
  expect(items).toMatchObject([{ registryState: 'DEREGISTERED' }])
})

test('the operator cancels an expired delivery whose registrar is gone', async () => {
  const { alpen, baltic, registrar } = world.clients
  const registry = await openRegistry('DE000CNX0173', world.registryManagers.accounts)
  for (const ownerAddr of [world.tenants.alpen, world.tenants.baltic])
    await sdk.configureAccount(registrar, { ...registry, ownerAddr, account: ACCOUNT })
  await sdk.issueAssets(registrar, {
    ...registry,
    ownerAddr: world.tenants.alpen,
    account: ACCOUNT,
    quantity: 500n,
  })
  const { deliveryId } = await sdk.createRepoTransfer(alpen, {
    ...registry,
    registrarAddr: world.tenants.registrar,
    account: ACCOUNT,
    quantity: 100n,
    direction: 'DELIVER',
    counterpartyAddr: world.tenants.baltic,
    description: 'Overnight',
    terms: { purchaseDate: '2026-11-23', purchasePrice: '98.00', rate: '2.14', dayCount: 'ACT/360' },
  })
  await sdk.confirmTransfer(baltic, { deliveryId, accounts: { receive: ACCOUNT } })
  const { deliveryManagerAddr, legs } = await sdk.getTransfer(alpen, deliveryId)
  const delivery = { deliveryId, deliveryManagerAddr, legs }
  const canceling = { act: 'cancelExpired', delivery, reason: 'In liquidation' } as never
  await expect(call(world.operator, 'prepareAdministration', { body: canceling })).rejects.toMatchObject({
    problem: { reason: 'DeliveryNotExpired' },
  })
  await world.rpc('evm_increaseTime', 90 * 86_400)
  await world.rpc('anvil_mine', '0x1')
  await sdk.blacklistAccounts(world.operator, { accounts: [world.tenants.registrar], isBlacklisted: true })
  expect(await act('operator', 'prepareAdministration', canceling)).toEqual([
    `You cancel the expired delivery ${deliveryId} in place of its registrar: it ends, and nothing stays earmarked.`,
  ])
  expect(await sdk.getTransfer(alpen, deliveryId)).toMatchObject({ state: 'CANCELED' })
})
