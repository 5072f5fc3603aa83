// Events that random business rarely produces, once each: the index equals the contracts' state, and a rebuilt index.
import {
  aspectsAbi,
  chainRegistryManagerAbi,
  dappControllerAbi,
  dappTypes,
  deliveryManagerAbi,
  escrowLegManagerAbi,
  legTypes,
  lockingLegManagerAbi,
  platformManagerAbi,
  privilegeManagerAbi,
  registrationAbi,
} from '@connex/contracts'
import { DeliveryId } from '@connex/protocol'
import { delegate, controllerFor, grantDappPrivileges } from '@connex/contracts/deploy'
import { selectorsOf } from '@connex/sdk'
import { encodeFunctionData, keccak256, pad, sha256, toHex, zeroAddress, zeroHash } from 'viem'
import type { Address, Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeCall, sendAs, signCall, signTransaction } from '../../../testkit/src/ledger/actions.ts'
import { tokenAbi } from '../../../testkit/src/ledger/tokens.ts'
import { compareIndex, readIndexAt } from '../../../testkit/src/index/comparison.ts'
import { createLedgerFixture } from '../../../testkit/src/ledger/ledgerFixture.ts'
import { deliveryId, lockTerms } from '../../../testkit/src/ledger/legs.ts'
import { openRegistries } from '../../../testkit/src/ledger/registries.ts'
import { openTestLedger, startTestIndexer, untilAtHead } from '../../../testkit/src/index/testIndexer.ts'
import type { TestIndexer } from '../../../testkit/src/index/testIndexer.ts'
import type { Member, LedgerFixture } from '../../../testkit/src/ledger/members.ts'
import { findDelivery } from '../storage/queries/deliveries.ts'
import type { Ledger } from './ledger.ts'

let world: LedgerFixture
let ledger: Ledger
let live: TestIndexer
let first: number
const played: Hex[] = []

beforeAll(async () => {
  world = await createLedgerFixture()
  ledger = openTestLedger(world.ledger)
  first = (await ledger.head()).number
  live = await startTestIndexer(world.ledger)
})
afterAll(async () => {
  await live.close()
  await world.ledger.stop()
})

/** What holds now of a table, as it matters here. */
async function now(table: string, wanted: Readonly<Record<string, string>> = {}) {
  await untilAtHead(ledger, live)
  const rows = (await readIndexAt(live.database, Number.MAX_SAFE_INTEGER))[table] ?? []
  return rows.filter((row) =>
    Object.entries(wanted).every(
      ([column, value]) => String(row[column]).toLowerCase() === value.toLowerCase(),
    ),
  )
}

/** Somebody without a user, as a contract would. */
async function asContract(from: Address, to: Address, data: Hex): Promise<void> {
  await world.ledger.rpc('anvil_setBalance', from, toHex(10n ** 18n))
  await world.ledger.rpc('anvil_impersonateAccount', from)
  await world.ledger.rpc('eth_sendTransaction', { from, to, data, gas: toHex(16_000_000) })
  await world.ledger.rpc('anvil_mine', '0x1')
}

/** At a manager of leg types, by the tenant's controller for deliveries. */
async function atLegs(member: Member, legManager: Address, data: Hex): Promise<void> {
  const { DeliveryManager } = world.ledger.deployment.contracts
  const raw = await signCall(world.ledger, member, DeliveryManager, data, legManager)
  await world.ledger.rpc('eth_sendRawTransaction', raw)
  await world.ledger.rpc('anvil_mine', '0x1')
}

/** By the member's user itself. */
async function directly(member: Member, to: Address, data: Hex): Promise<void> {
  await world.ledger.rpc('eth_sendRawTransaction', await signTransaction(world.ledger, member, to, data))
  await world.ledger.rpc('anvil_mine', '0x1')
}

const deliver = (by: Member, name: string, ...args: unknown[]) =>
  sendAs(
    world.ledger,
    by,
    world.ledger.deployment.contracts.DeliveryManager,
    encodeCall(deliveryManagerAbi, name, args),
  )

async function inTwoHours(): Promise<bigint> {
  const head = (await world.ledger.rpc('eth_getBlockByNumber', 'latest', false)) as { timestamp: Hex }
  return BigInt(head.timestamp) + 7200n
}

/** Documented cash from the buyer. */
const payment = (leg: object, buyer: Member) => ({
  ...leg,
  legType: legTypes.indexOf('EXTERNAL'),
  sender: buyer.tenant,
  receiver: (world.banks[0] as Member).tenant,
  registrar: zeroAddress,
  assetManager: zeroAddress,
  assetId: pad(toHex('EUR'), { dir: 'right' }),
  quantity: 0n,
  senderData: '0x',
})

/** Securities against a lock of the same size, confirmed on both sides and locked. */
async function lockedDelivery(name: string, more: readonly ((leg: object, buyer: Member) => object)[] = []) {
  const { AccountRegistryManager } = world.ledger.deployment.contracts
  const [seller, buyer] = world.banks as [Member, Member, Member]
  const accountData = (member: Member) =>
    toHex(world.accounts.find((account) => account.member === member)?.accountNum ?? 0n, { size: 32 })
  const leg = {
    legType: legTypes.indexOf('DIGITAL'),
    sender: seller.tenant,
    receiver: buyer.tenant,
    registrar: world.registrar.tenant,
    txCoordinator: zeroAddress,
    assetManager: AccountRegistryManager,
    assetId: world.registryIds[0] ?? zeroHash,
    quantity: 5n,
    senderData: accountData(seller),
    receiverData: '0x' as Hex,
  }
  const lock = {
    ...leg,
    legType: legTypes.indexOf('HTLC'),
    sender: buyer.tenant,
    receiver: seller.tenant,
    registrar: zeroAddress,
    assetManager: world.token,
    assetId: zeroHash,
    senderData: lockTerms(),
  }
  const legs = [leg, lock, ...more.map((build) => build(leg, buyer))] as (typeof leg)[]
  const privateDataFp = keccak256(toHex(name))
  const id = deliveryId(seller.tenant, privateDataFp, legs)
  played.push(id)
  await deliver(seller, 'createDelivery', id, privateDataFp, legs, 0n)
  await deliver(buyer, 'confirmDelivery', id, legs, [accountData(buyer), ...legs.slice(1).map(() => '0x')])
  const deadline = await inTwoHours()
  await deliver(buyer, 'confirmAndLockLeg', id, legs, 1n, '0x', sha256(id), deadline)
  return { id, legs, lock, seller, buyer, deadline }
}

test('a lock that anyone opens with the key settles, and its confirmation is the leg manager’s', async () => {
  const { HtlcLegManager } = world.ledger.deployment.contracts
  const { id, legs, seller, deadline } = await lockedDelivery('opened')
  const viewed = { delivery_id: id, viewer: seller.tenant }
  expect(await now('locks', { delivery_id: id })).toMatchObject([
    { hash: sha256(id), deadline: Number(deadline), key: null, leg_idx: 1 },
  ])
  expect(await now('transfer_views', viewed)).toMatchObject([{ state: 'PENDING_CUSTODIAN' }])
  await deliver(world.registrar, 'confirmDelivery', id, legs, ['0x', '0x'])
  expect(await now('transfer_views', viewed)).toMatchObject([{ state: 'PENDING' }])
  await atLegs(seller, HtlcLegManager, encodeCall(lockingLegManagerAbi, 'deliver', [id, legs, 1n, id]))
  expect(await now('deliveries', { delivery_id: id })).toMatchObject([{ state: 'SETTLED' }])
  expect(await now('locks', { delivery_id: id })).toMatchObject([{ key: id }])
  const receiver = { delivery_id: id, leg_idx: '1', role: 'receiver' }
  expect(await now('confirmations', receiver)).toMatchObject([{ tenant: HtlcLegManager.toLowerCase() }])
})

test('LegLockReleased takes back a confirmation and leaves the delivery open, and the leg is locked again', async () => {
  const { id, legs, seller, buyer } = await lockedDelivery('released', [payment])
  const locked = { delivery_id: id, leg_idx: '1' }
  await deliver(buyer, 'reportExternalDelivery', id, legs, 2n)
  await world.ledger.rpc('evm_increaseTime', 7201)
  await deliver(seller, 'unlockAndCancel', id, legs, zeroHash)
  expect(await now('deliveries', { delivery_id: id })).toMatchObject([{ state: 'PENDING' }])
  expect(await now('locks', locked)).toEqual([])
  const legOf = async () => (await findDelivery(live.database.kysely, DeliveryId.parse(id)))?.legs[1]
  expect(await legOf()).toMatchObject({ senderConfirmed: false, receiverConfirmed: false })
  await deliver(buyer, 'confirmAndLockLeg', id, legs, 1n, '0x', sha256('0x02'), await inTwoHours())
  expect(await now('locks', locked)).toMatchObject([{ hash: sha256('0x02') }])
  expect(await legOf()).toMatchObject({ senderConfirmed: true })
})

test('assets that a token refuses to return are owed until they are reclaimed', async () => {
  const { DeliveryManager, HtlcLegManager } = world.ledger.deployment.contracts
  const { id, legs, lock, seller, buyer } = await lockedDelivery('stopped')
  await directly(
    buyer,
    world.token,
    encodeFunctionData({ abi: tokenAbi, functionName: 'stop', args: [true] }),
  )
  await world.ledger.rpc('evm_increaseTime', 7201)
  await deliver(seller, 'unlockAndCancel', id, legs, zeroHash)
  expect(await now('deliveries', { delivery_id: id })).toMatchObject([{ state: 'CANCELED' }])
  expect(await now('owed_legs')).toMatchObject([{ owner: buyer.tenant.toLowerCase() }])
  await directly(
    buyer,
    world.token,
    encodeFunctionData({ abi: tokenAbi, functionName: 'stop', args: [false] }),
  )
  const legRef = await world.ledger.ledger.client.readContract({
    address: DeliveryManager,
    abi: deliveryManagerAbi,
    functionName: 'legReference',
    args: [id, 1n],
  })
  await atLegs(seller, HtlcLegManager, encodeCall(escrowLegManagerAbi, 'reclaim', [legRef, lock]))
  expect(await now('owed_legs')).toEqual([])
})

test('R055 R058 a tenant’s recoverer and its nominees are indexed until they are revoked', async () => {
  const { PlatformManager } = world.ledger.deployment.contracts
  const [bank, other] = world.banks as [Member, Member]
  const manage = async (name: string, ...args: unknown[]) => {
    const data = encodeCall(privilegeManagerAbi, name, args)
    const raw = await signCall(world.ledger, bank, PlatformManager, data, bank.privilegeManager)
    await world.ledger.rpc('eth_sendRawTransaction', raw)
    await world.ledger.rpc('anvil_mine', '0x1')
  }
  await manage('setRecoverer', other.tenant)
  await manage('nominateAdmin', other.user.address)
  const rule = { address: bank.privilegeManager, owner: bank.tenant, super_user: bank.tenant }
  expect(await now('privilege_managers', rule)).toMatchObject([{ recoverer: other.tenant.toLowerCase() }])
  expect(await now('nominations')).toMatchObject([
    { nominee: other.user.address.toLowerCase(), nominator: bank.tenant.toLowerCase(), status: 'NOMINATED' },
  ])
  await manage('revokeNomination')
  expect(await now('nominations')).toMatchObject([
    { status: 'CANCELLED', canceled_by: bank.tenant.toLowerCase() },
  ])
})

test('R042 a registry ends with both parties’ agreement, whose nonce is consumed', async () => {
  const { issuer, registrar } = world
  const manager = world.ledger.deployment.contracts.EntryRegistryManager
  const registryId = await openRegistries(world, 'DE000CNX0033')
  await sendAs(
    world.ledger,
    registrar,
    manager,
    encodeCall(registrationAbi, 'setConfirmer', [registrar.user.address]),
  )
  await sendAs(world.ledger, registrar, manager, encodeCall(registrationAbi, 'withdrawAgreement', [0n]))
  const confirmer = { registry_manager: manager, tenant: registrar.tenant }
  expect(await now('registry_confirmers', confirmer)).toMatchObject([{ nonce: '1' }])
  const hash = await world.ledger.ledger.client.readContract({
    address: manager,
    abi: registrationAbi,
    functionName: 'hashUnregister',
    args: [registryId, registrar.tenant, 1n, zeroHash],
  })
  const { r, s, v } = partsOf((await registrar.user.sign?.({ hash })) ?? '0x')
  const end = encodeCall(registrationAbi, 'unregisterAsIssuer', [registryId, 1n, { v, r, s }, zeroHash])
  await sendAs(world.ledger, issuer, manager, end)
  const key = { registry_manager: manager, registry_id: registryId }
  expect(await now('registries', key)).toMatchObject([{ state: 'DEREGISTERED' }])
  expect(await now('registrations', key)).toMatchObject([{ state: 'DEREGISTERED' }])
  expect(await now('registry_confirmers', { registry_manager: manager })).toMatchObject([
    { tenant: registrar.tenant.toLowerCase(), confirmer: registrar.user.address.toLowerCase(), nonce: '2' },
  ])
  const ended = { ...key, state: 'DEREGISTERED', acted_by: issuer.tenant, agreed_by: registrar.tenant }
  expect(await now('registry_changes', ended)).toHaveLength(1)
})

test('a custody chain’s transfer agent is the last one set', async () => {
  const { ledger: on, deployment, operatorUser } = world.ledger
  const manager = deployment.contracts.ChainRegistryManager
  const { issuer, registrar, chains } = world
  const [chain] = chains
  if (chain === undefined) throw new Error('the world has no chain')
  await world.ledger.rpc('evm_setAutomine', true)
  await grantDappPrivileges(on, operatorUser, deployment.operator, manager, [
    { holder: issuer.tenant, privileges: ['registry.ONRAMPER'] },
  ])
  await world.ledger.rpc('evm_setAutomine', false)
  const replaced = [chain.registryId, chain.chainId, issuer.tenant]
  await sendAs(
    world.ledger,
    registrar,
    manager,
    encodeCall(chainRegistryManagerAbi, 'setTransferAgent', replaced),
  )
  expect(await now('custody_chains', { custody_chain_id: chain.chainId })).toMatchObject([
    { transfer_agent: issuer.tenant.toLowerCase() },
  ])
})

test('an aspect is indexed until its dApp unsets it', async () => {
  const { AccountRegistryManager: manager, InstrumentManager: dapp } = world.ledger.deployment.contracts
  const { ledger: on, deployment, operatorUser } = world.ledger
  await world.ledger.rpc('evm_setAutomine', true)
  await grantDappPrivileges(on, operatorUser, deployment.operator, manager, [
    { holder: dapp, privileges: ['registry.ASPECT_INSTRUMENT'] },
  ])
  await world.ledger.rpc('evm_setAutomine', false)
  const [registryId] = world.registryIds
  const aspect = keccak256('0x01')
  await asContract(
    dapp,
    manager,
    encodeCall(aspectsAbi, 'setAspect', [registryId, aspect, keccak256('0x02')]),
  )
  expect(await now('aspects')).toMatchObject([
    { dapp: manager.toLowerCase(), entity_id: registryId, record_id: keccak256('0x02') },
  ])
  await asContract(dapp, manager, encodeCall(aspectsAbi, 'unsetAspect', [registryId, aspect]))
  expect(await now('aspects')).toEqual([])
})

test('a user’s cancelling of a nonce is indexed', async () => {
  const [bank] = world.banks as [Member]
  const controller = controllerFor(bank.controllers, world.ledger.deployment.contracts.DeliveryManager)
  const [selector] = selectorsOf(deliveryManagerAbi, 'createDelivery')
  await directly(bank, controller, encodeCall(dappControllerAbi, 'cancelNonce', [7n, selector]))
  expect(await now('cancelled_nonces')).toMatchObject([
    {
      controller: controller.toLowerCase(),
      tenant: bank.tenant.toLowerCase(),
      user_address: bank.user.address.toLowerCase(),
      nonce: toHex(7n, { size: 32 }),
    },
  ])
})

test('the platform’s settings, payments and blacklist are indexed', async () => {
  const { contracts, operator } = world.ledger.deployment
  const { PlatformManager, EntryRegistryManager } = contracts
  const [bank] = world.banks as [Member]
  await world.ledger.rpc('evm_setAutomine', true)
  const operate = (dapp: Address, data: Hex) => {
    const controller = controllerFor(operator.controllers, dapp)
    const { ledger: on, operatorUser } = world.ledger
    return delegate(on, operatorUser, 'operate', controller, [{ target: dapp, data }])
  }
  await operate(PlatformManager, encodeCall(platformManagerAbi, 'setUsePermissioning', [true]))
  await operate(EntryRegistryManager, encodeCall(registrationAbi, 'setRegistrationProtocol', [0]))
  await operate(PlatformManager, encodeCall(platformManagerAbi, 'setUsePermissioning', [false]))
  const token = [contracts.Factory, dappTypes.token, 'GONE', zeroHash] as const
  await operate(PlatformManager, encodeCall(platformManagerAbi, 'registerDAPP', token))
  const isListed = async () => (await now('dapps', { address: contracts.Factory })).length > 0
  expect(await isListed()).toBe(true)
  await operate(PlatformManager, encodeCall(platformManagerAbi, 'unregisterDAPP', [contracts.Factory]))
  await world.ledger.rpc('evm_setAutomine', false)
  expect(await isListed()).toBe(false)
  expect(await now('platform_settings')).toMatchObject([
    {
      address: PlatformManager.toLowerCase(),
      operator_tenant: operator.tenant.toLowerCase(),
      default_factory: contracts.Factory.toLowerCase(),
      is_permissioned: false,
    },
  ])
  expect(await now('registry_managers', { address: EntryRegistryManager })).toMatchObject([
    { registration_type: 'NONE' },
  ])
  expect(await now('created_tenants', { tenant: bank.tenant })).toMatchObject([
    { factory: contracts.Factory.toLowerCase(), version: '1' },
  ])
  expect(await now('tenant_codes')).toHaveLength(1)
  expect(await now('factories', { address: contracts.Factory })).toHaveLength(1)
  expect(await now('dapp_types')).toHaveLength(5)
  expect(await now('platform_payments', { tenant: bank.tenant, kind: 'REFUNDED' })).not.toHaveLength(0)
  const senders = await now('batch_signers', { tenant: bank.tenant, is_sender: 'true' })
  expect(senders.map((row) => row['user_address'])).toContain(bank.user.address.toLowerCase())
})

test('a new index reads the same rows, and a chain reorg undoes them all', async () => {
  await untilAtHead(ledger, live)
  const index = await compareIndex(world, live.database, played)
  expect(index.actual).toEqual(index.expected)
  await world.ledger.rpc('anvil_setCoinbase', toHex(7, { size: 20 }))
  await world.ledger.rpc('anvil_reorg', (await ledger.head()).number - first, [])
  await world.ledger.rpc('anvil_mine', '0x1')
  await untilAtHead(ledger, live)
  const again = await compareIndex(world, live.database, played)
  expect(again.actual).toEqual(again.expected)
  expect(await now('nominations')).toEqual([])
})

const partsOf = (signature: Hex) => ({
  r: `0x${signature.slice(2, 66)}` as const,
  s: `0x${signature.slice(66, 130)}` as const,
  v: Number(`0x${signature.slice(130, 132)}`),
})
