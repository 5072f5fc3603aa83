import {
  accountRegistryManagerAbi,
  identifierTypes,
  instrumentManagerAbi,
  instrumentTypes,
} from '@connex/contracts'
import {
  controllerFor,
  deploy,
  grantDappPrivileges,
  grantUserPrivileges,
  onboardTenant,
  openLedger,
} from '@connex/contracts/deploy'
import type { Deployment, Ledger } from '@connex/contracts/deploy'
import { dappControllerAbi } from '@connex/contracts'
import { encodeFunctionData, keccak256, maxUint256, stringToHex, toHex } from 'viem'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { LocalAccount } from 'viem/accounts'
import type { Anvil } from './startAnvil.ts'
import type { Member, OpenAccount, World } from './World.ts'

// The first of anvil's well-known accounts.
const DEPLOYER = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const BANKS = ['Alpenbank', 'Baltic Trust Bank', 'Rhône Capital']

const EVERYTHING = [
  'user.DAPP_USER',
  'user.TENANT_ADMIN',
  'instrument.BACKOFFICE',
  'instrument.WHITELIST',
  'registry.ISSUER_DOCUMENTATION',
  'registry.REGISTRAR_REGISTRATION',
  'registry.SHARED_POSITION_HANDLING',
  'delivery.BACKOFFICE',
] as const

const keyOf = (name: string): Hex => keccak256(stringToHex(name))

/** `createWorld(await startAnvil())` */
export async function createWorld(
  anvil: Anvil,
  apiUrl = (name: string) => `https://${name}.test`,
): Promise<World> {
  const deployer = privateKeyToAccount(DEPLOYER)
  const ledger = openLedger(anvil)
  const operatorData = { name: 'ConneX Platform', apiUrl: apiUrl('operator'), lei: '' }
  const deployment = await deploy({ ...anvil, deployerKey: DEPLOYER, platform: { operator: operatorData } })
  const act = createAct(anvil, ledger)
  const join = (name: string) => joinPlatform(ledger, deployer, deployment, name, apiUrl(name))
  const issuer = await join('Hanseatic Issuance')
  const registrar = await join('Meridian Registrars')
  const banks: Member[] = []
  for (const name of BANKS) banks.push(await join(name))
  const { InstrumentManager, AccountRegistryManager } = deployment.contracts
  await grantDappPrivileges(ledger, deployer, deployment.operator, InstrumentManager, [
    { holder: issuer.tenant, privileges: ['instrument.ISSUER'] },
  ])
  await grantDappPrivileges(ledger, deployer, deployment.operator, AccountRegistryManager, [
    { holder: issuer.tenant, privileges: ['registry.ISSUER'] },
    { holder: registrar.tenant, privileges: ['registry.REGISTRAR'] },
    ...banks.map(({ tenant }) => ({ holder: tenant, privileges: ['registry.INVESTOR'] as const })),
  ])
  const operator = { ...deployment.operator, name: operatorData.name, user: deployer }
  const world = { anvil, ledger, deployment, operator, issuer, registrar, banks, act }
  const instrumentIds: Hex[] = []
  const registryIds: Hex[] = []
  for (const isin of ['DE000CNX0017', 'DE000CNX0025']) {
    const { instrumentId, registryId } = await registerInstrument(world, isin)
    instrumentIds.push(instrumentId)
    registryIds.push(registryId)
  }
  const accounts: OpenAccount[] = []
  for (const [index, member] of banks.entries())
    for (const accountNum of [BigInt(index + 1) * 11n, BigInt(index + 1) * 100n]) {
      await openAccount(world, member, accountNum)
      accounts.push({ member, accountNum })
    }
  return { ...world, instrumentIds, registryIds, accounts }
}

async function joinPlatform(
  ledger: Ledger,
  deployer: LocalAccount,
  deployment: Deployment,
  name: string,
  apiUrl: string,
): Promise<Member> {
  const user = privateKeyToAccount(keyOf(name))
  const access = await onboardTenant(ledger, deployer, deployment, { name, apiUrl, lei: '' }, user.address)
  const grants = [{ user: user.address, privileges: EVERYTHING }]
  await grantUserPrivileges(ledger, user, access, deployment.contracts.PlatformManager, grants)
  return { ...access, name, user }
}

type Founded = Omit<World, 'instrumentIds' | 'registryIds' | 'accounts'>

/** An instrument of the issuer, registered with the registrar. */
export async function registerInstrument(
  { ledger, deployment, issuer, registrar, act }: Founded,
  isin: string,
): Promise<{ instrumentId: Hex; registryId: Hex }> {
  const { InstrumentManager, AccountRegistryManager } = deployment.contracts
  const instrumentId = keyOf(isin)
  const terms = {
    identifierType: identifierTypes.indexOf('ISIN'),
    identifier: stringToHex(isin, { size: 32 }),
    instrumentType: instrumentTypes.indexOf('BOND'),
    issuer: issuer.tenant,
    privateDataFp: keyOf(`details of ${isin}`),
  }
  const create = { abi: instrumentManagerAbi, functionName: 'createInstrumentV2' } as const
  await act(issuer, InstrumentManager, encodeFunctionData({ ...create, args: [instrumentId, terms, 2] }))
  const request = {
    abi: accountRegistryManagerAbi,
    functionName: 'requestInstrumentRegistration',
    args: [InstrumentManager, instrumentId, 1],
  } as const
  const { result: registryId } = await ledger.client.simulateContract({
    ...request,
    address: AccountRegistryManager,
    account: registrar.tenant,
  })
  await act(registrar, AccountRegistryManager, encodeFunctionData(request))
  const confirm = {
    abi: accountRegistryManagerAbi,
    functionName: 'confirmInstrumentRegistrationAndPrepareRegistry',
    args: [registryId],
  } as const
  await act(issuer, AccountRegistryManager, encodeFunctionData(confirm))
  return { instrumentId, registryId }
}

export const openAccount = ({ deployment, registrar, act }: Founded, owner: Member, accountNum: bigint) =>
  act(
    registrar,
    deployment.contracts.AccountRegistryManager,
    encodeFunctionData({
      abi: accountRegistryManagerAbi,
      functionName: 'configureAccount',
      args: [
        { owner: owner.tenant, accountNum },
        { valid: true, omnibus: false, terminateOnReceive: false },
      ],
    }),
  )

/** Without waiting for what a mining ledger has done by then: a test makes hundreds of these. */
function createAct(anvil: Anvil, ledger: Ledger): World['act'] {
  return async (member, dapp, data) => {
    const nonce = (await anvil.rpc('eth_getTransactionCount', member.user.address, 'pending')) as Hex
    const raw = await member.user.signTransaction({
      type: 'legacy',
      chainId: anvil.chainId,
      nonce: Number(nonce),
      gas: 16_000_000n,
      gasPrice: ledger.gasPrice,
      to: controllerFor(member.controllers, dapp),
      data: encodeFunctionData({
        abi: dappControllerAbi,
        functionName: 'delegateBatchWithMultisig',
        args: [[{ target: dapp, data }], [], maxUint256],
      }),
    })
    const hash = await anvil.rpc('eth_sendRawTransaction', raw)
    const receipt = (await anvil.rpc('eth_getTransactionReceipt', hash)) as { status: Hex } | null
    return receipt?.status === toHex(1)
  }
}

export const accountData = (accountNum: bigint): Hex => toHex(accountNum, { size: 32 })
