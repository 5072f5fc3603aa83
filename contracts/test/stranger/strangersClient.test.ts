// Another implementation of the ABI and of EIP-712 drives the ledger: ethers, where everything else of ours uses viem.
// What leads there (the deployment, and tenants with their users) is made as an operator makes it.
import {
  Contract,
  Interface,
  JsonRpcProvider,
  Wallet,
  encodeBytes32String,
  hexlify,
  randomBytes,
} from 'ethers'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accountRegistryManagerAbi,
  dappControllerAbi,
  identifierTypes,
  instrumentManagerAbi,
  instrumentTypes,
} from '../../generated/index.ts'
import {
  controllerFor,
  deploy,
  grantDappPrivileges,
  grantUserPrivileges,
  onboardTenant,
  openLedger,
} from '../../script/deploy.ts'
import type { Deployment, Ledger, PrivilegeName, TenantAccess } from '../../script/deploy.ts'
import { startAnvil } from '../../../testkit/src/ledger/anvil.ts'
import type { Anvil } from '../../../testkit/src/ledger/anvil.ts'
import { cancelAsStranger, cosign, delegateAsStranger, refusalToStranger } from './strangersClient.ts'
import type { StrangersCall } from './strangersClient.ts'

// The first of anvil's well-known accounts.
const DEPLOYER = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const deployer = privateKeyToAccount(DEPLOYER)
const instruments = new Interface(instrumentManagerAbi)
const registries = new Interface(accountRegistryManagerAbi)
const INSTRUMENT = encodeBytes32String('bond')

let anvil: Anvil
let provider: JsonRpcProvider
let ledger: Ledger
let deployment: Deployment
let registryId: string
let issuer: Member
let registrar: Member
let owner: Member
let spender: Member
let buyer: Member

/** A tenant with an administrator and two users, as wallets of ethers. */
type Member = TenantAccess & { admin: Wallet; first: Wallet; second: Wallet }

async function join(name: string, held: readonly PrivilegeName[]): Promise<Member> {
  const [admin, first, second] = [generatePrivateKey(), generatePrivateKey(), generatePrivateKey()]
  const account = privateKeyToAccount(admin)
  const tenant = { name, apiUrl: `http://127.0.0.1:4000/${name}`, lei: '' }
  const access = await onboardTenant(ledger, deployer, deployment, tenant, account.address)
  const platform = deployment.contracts.PlatformManager
  await grantUserPrivileges(
    ledger,
    account,
    access,
    platform,
    [first, second].map((key) => ({
      user: privateKeyToAccount(key).address,
      privileges: ['user.DAPP_USER', ...held],
      fund: true,
    })),
  )
  const wallet = (key: string) => new Wallet(key, provider)
  return { ...access, admin: wallet(admin), first: wallet(first), second: wallet(second) }
}

const registryCall = (signature: string, ...values: readonly unknown[]): StrangersCall => ({
  target: deployment.contracts.AccountRegistryManager,
  data: registries.encodeFunctionData(signature, values),
})

const controllerOf = (member: Member): string =>
  controllerFor(member.controllers, deployment.contracts.AccountRegistryManager)

const act = (member: Member, call: StrangersCall) =>
  delegateAsStranger(member.first, controllerOf(member), [call])
const refusal = (member: Member, call: StrangersCall) =>
  refusalToStranger(member.first, controllerOf(member), [call])

const read = async (signature: string, ...values: readonly unknown[]): Promise<unknown> =>
  new Contract(deployment.contracts.AccountRegistryManager, registries, provider)
    .getFunction(signature)
    .staticCall(...values)

const openAccount = (member: Member, accountNum: bigint): StrangersCall =>
  registryCall(
    'configureAccount',
    { owner: member.tenant, accountNum },
    { valid: true, omnibus: false, terminateOnReceive: false },
  )

beforeAll(async () => {
  anvil = await startAnvil()
  // Without ethers' own cache of answers, a nonce just used would be given again.
  provider = new JsonRpcProvider(anvil.rpcUrl, anvil.chainId, { cacheTimeout: -1, pollingInterval: 50 })
  ledger = openLedger(anvil)
  const operator = { name: 'ConneX Platform', apiUrl: 'http://127.0.0.1:4000', lei: '' }
  deployment = await deploy({ ...anvil, deployerKey: DEPLOYER, platform: { operator } })
  issuer = await join('Hanseatic Issuance', ['instrument.BACKOFFICE', 'registry.ISSUER_DOCUMENTATION'])
  registrar = await join('Meridian Registrars', [
    'registry.REGISTRAR_REGISTRATION',
    'registry.SHARED_POSITION_HANDLING',
  ])
  owner = await join('Alpenbank', ['registry.SHARED_POSITION_HANDLING'])
  spender = await join('Baltic Trust Bank', ['registry.SHARED_POSITION_HANDLING'])
  buyer = await join('Rhone Capital', ['registry.SHARED_POSITION_HANDLING'])
  const { InstrumentManager, AccountRegistryManager } = deployment.contracts
  await grantDappPrivileges(ledger, deployer, deployment.operator, InstrumentManager, [
    { holder: issuer.tenant, privileges: ['instrument.ISSUER'] },
  ])
  await grantDappPrivileges(ledger, deployer, deployment.operator, AccountRegistryManager, [
    { holder: issuer.tenant, privileges: ['registry.ISSUER'] },
    { holder: registrar.tenant, privileges: ['registry.REGISTRAR'] },
    ...[owner, spender, buyer].map(({ tenant: holder }) => ({
      holder,
      privileges: ['registry.INVESTOR'] as const,
    })),
  ])
  await makeRegistry()
})

afterAll(async () => {
  provider.destroy()
  await anvil.stop()
})

/** A bond of which the owner holds 1,000. */
async function makeRegistry(): Promise<void> {
  const { InstrumentManager } = deployment.contracts
  const terms = {
    identifierType: identifierTypes.indexOf('ISIN'),
    identifier: encodeBytes32String('DE000CNX0017'),
    instrumentType: instrumentTypes.indexOf('BOND'),
    issuer: issuer.tenant,
    privateDataFp: encodeBytes32String('fingerprint'),
    creationMark: 0,
  }
  const data = instruments.encodeFunctionData('createInstrumentV2', [INSTRUMENT, terms, 2])
  await delegateAsStranger(issuer.first, controllerFor(issuer.controllers, InstrumentManager), [
    { target: InstrumentManager, data },
  ])
  const request = registryCall('requestInstrumentRegistration', InstrumentManager, INSTRUMENT, 1)
  const answer = await provider.call({ from: registrar.tenant, to: request.target, data: request.data })
  registryId = String(registries.decodeFunctionResult('requestInstrumentRegistration', answer)[0])
  await act(registrar, request)
  await act(issuer, registryCall('confirmInstrumentRegistrationAndPrepareRegistry', registryId))
  for (const member of [owner, spender, buyer]) await act(registrar, openAccount(member, 1n))
  const to = { owner: owner.tenant, accountNum: 1n }
  await act(registrar, registryCall('issue(bytes32,(address,uint64),uint256)', registryId, to, 1_000n))
}

test('the ERC-20 variant: approve, allowance, transferFrom, balanceOf, totalSupplyOf', async () => {
  const balances = async () =>
    Promise.all(
      [owner, spender, buyer].map(({ tenant }) => read('balanceOf(bytes32,address)', registryId, tenant)),
    )
  const allowance = () => read('allowance', registryId, owner.tenant, spender.tenant)
  const move = (quantity: bigint) =>
    registryCall(
      'transferFrom(bytes32,address,address,uint256)',
      registryId,
      owner.tenant,
      buyer.tenant,
      quantity,
    )
  expect(await balances()).toEqual([1_000n, 0n, 0n])
  expect(await refusal(spender, move(1n))).toBe('SenderNotWhitelisted')
  await act(registrar, registryCall('setSenderWhitelisted', registryId, owner.tenant, true))
  expect(await refusal(spender, move(1n))).toBe('AllowanceTooSmall')

  await act(owner, registryCall('approve', registryId, spender.tenant, 300n))
  expect(await allowance()).toBe(300n)
  expect(await refusal(spender, move(301n))).toBe('AllowanceTooSmall')
  expect(await refusal(buyer, move(1n))).toBe('AllowanceTooSmall')

  await act(spender, move(200n))
  expect(await allowance()).toBe(100n)
  expect(await balances()).toEqual([800n, 0n, 200n])
  expect(await read('totalSupplyOf', registryId)).toBe(1_000n)
  expect(await refusal(spender, move(101n))).toBe('AllowanceTooSmall')
})

test('a batch that two users must sign', async () => {
  const controller = controllerOf(registrar)
  const platform = deployment.contracts.PlatformManager
  const selector = registries.getFunction('configureAccount')?.selector
  const [privilege] = (await new Contract(controller, new Interface(dappControllerAbi), provider)
    .getFunction('workflowConfig')
    .staticCall(selector)) as [string, bigint]
  const config = [{ functionSelector: selector, privilege, signaturesRequired: 2 }]
  const data = new Interface(dappControllerAbi).encodeFunctionData('updateConfig', [config])
  await delegateAsStranger(registrar.admin, controllerFor(registrar.controllers, platform), [
    { target: controller, data },
  ])

  const calls = [openAccount(owner, 7n), openAccount(buyer, 7n)]
  const nonce = BigInt(hexlify(randomBytes(32)))
  const signature = await cosign(registrar.second, controller, calls, nonce)
  const refusalOf = (...signatures: (typeof signature)[]) =>
    refusalToStranger(registrar.first, controller, calls, signatures, nonce)
  expect(await refusalOf()).toBe('SignaturesTooFew')
  expect(await refusalOf(await cosign(registrar.first, controller, calls, nonce))).toBe('SignerIsSender')
  expect(await refusalOf(await cosign(buyer.first, controller, calls, nonce))).toBe('UserNotActive')
  expect(await refusalOf(await cosign(registrar.second, controller, calls, nonce + 1n))).toBe('UserNotActive')
  expect(await refusalOf(await cosign(registrar.second, controllerOf(owner), calls, nonce))).toBe(
    'UserNotActive',
  )

  await delegateAsStranger(registrar.first, controller, calls, [signature], nonce)
  for (const { tenant } of [owner, buyer]) {
    const details = await read('accountDetails', registrar.tenant, { owner: tenant, accountNum: 7n })
    expect((details as { valid: boolean }).valid).toBe(true)
  }
  expect(await refusalOf(signature)).toBe('TenantNonceUsed')

  // One of them cancels what both have signed.
  const another = await cosign(registrar.second, controller, calls, nonce + 1n)
  await cancelAsStranger(registrar.second, controller, nonce + 1n, selector ?? '0x')
  expect(await refusalToStranger(registrar.first, controller, calls, [another], nonce + 1n)).toBe(
    'TenantNonceUsed',
  )
})
