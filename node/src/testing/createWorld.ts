import {
  accountRegistryManagerAbi,
  dappControllerAbi,
  identifierTypes,
  instrumentManagerAbi,
  instrumentTypes,
} from '@connex/contracts'
import {
  controllerFor,
  grantDappPrivileges,
  grantUserPrivileges,
  onboardTenant,
} from '@connex/contracts/deploy'
import { encodeFunctionData, keccak256, maxUint256, stringToHex } from 'viem'
import type { Address, Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { startTestLedger } from './startTestLedger.ts'
import type { TestLedger } from './startTestLedger.ts'
import type { Member, OpenAccount, World } from './World.ts'

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

/** A ledger of its own that mines when it is told to; `world.ledger.stop()` ends it. */
export async function createWorld(): Promise<World> {
  const test = await startTestLedger()
  const { ledger, deployment, operatorUser } = test
  const issuer = await joinPlatform(test, 'Hanseatic Issuance')
  const registrar = await joinPlatform(test, 'Meridian Registrars')
  const banks: Member[] = []
  for (const name of BANKS) banks.push(await joinPlatform(test, name))
  const { InstrumentManager, AccountRegistryManager } = deployment.contracts
  await grantDappPrivileges(ledger, operatorUser, deployment.operator, InstrumentManager, [
    { holder: issuer.tenant, privileges: ['instrument.ISSUER'] },
  ])
  await grantDappPrivileges(ledger, operatorUser, deployment.operator, AccountRegistryManager, [
    { holder: issuer.tenant, privileges: ['registry.ISSUER'] },
    { holder: registrar.tenant, privileges: ['registry.REGISTRAR'] },
    ...banks.map(({ tenant }) => ({ holder: tenant, privileges: ['registry.INVESTOR'] as const })),
  ])
  // A ledger that mines by itself answers before it has: then nobody knows where its chain ends.
  await test.rpc('evm_setAutomine', false)
  const founded = { ledger: test, issuer, registrar, banks }
  const registryIds: Hex[] = []
  for (const isin of ['DE000CNX0017', 'DE000CNX0025']) registryIds.push(await openRegistry(founded, isin))
  const accounts: OpenAccount[] = []
  for (const [index, member] of banks.entries())
    for (const accountNum of [BigInt(index + 1) * 11n, BigInt(index + 1) * 100n]) {
      await openAccount(founded, member, accountNum)
      accounts.push({ member, accountNum })
    }
  return { ...founded, registryIds, accounts }
}

async function joinPlatform({ ledger, deployment, operatorUser }: TestLedger, name: string): Promise<Member> {
  const user = privateKeyToAccount(keyOf(name))
  const data = { name, apiUrl: '', lei: '' }
  const access = await onboardTenant(ledger, operatorUser, deployment, data, user.address)
  const grants = [{ user: user.address, privileges: EVERYTHING }]
  await grantUserPrivileges(ledger, user, access, deployment.contracts.PlatformManager, grants)
  return { ...access, name, user }
}

type Founded = Omit<World, 'registryIds' | 'accounts'>

/** A registry at the registrar, of an instrument of the issuer. */
async function openRegistry({ ledger, issuer, registrar }: Founded, isin: string): Promise<Hex> {
  const { InstrumentManager, AccountRegistryManager } = ledger.deployment.contracts
  const instrumentId = keyOf(isin)
  const terms = {
    identifierType: identifierTypes.indexOf('ISIN'),
    identifier: stringToHex(isin, { size: 32 }),
    instrumentType: instrumentTypes.indexOf('BOND'),
    issuer: issuer.tenant,
    privateDataFp: keyOf(`details of ${isin}`),
    creationMark: 0,
  }
  const create = { abi: instrumentManagerAbi, functionName: 'createInstrumentV2' } as const
  await act(
    ledger,
    issuer,
    InstrumentManager,
    encodeFunctionData({ ...create, args: [instrumentId, terms, 2] }),
  )
  const request = {
    abi: accountRegistryManagerAbi,
    functionName: 'requestInstrumentRegistration',
    args: [InstrumentManager, instrumentId, 1],
  } as const
  const { result: registryId } = await ledger.ledger.client.simulateContract({
    ...request,
    address: AccountRegistryManager,
    account: registrar.tenant,
  })
  await act(ledger, registrar, AccountRegistryManager, encodeFunctionData(request))
  const confirm = {
    abi: accountRegistryManagerAbi,
    functionName: 'confirmInstrumentRegistrationAndPrepareRegistry',
    args: [registryId],
  } as const
  await act(ledger, issuer, AccountRegistryManager, encodeFunctionData(confirm))
  return registryId
}

const openAccount = ({ ledger, registrar }: Founded, owner: Member, accountNum: bigint) =>
  act(
    ledger,
    registrar,
    ledger.deployment.contracts.AccountRegistryManager,
    encodeFunctionData({
      abi: accountRegistryManagerAbi,
      functionName: 'configureAccount',
      args: [
        { owner: owner.tenant, accountNum },
        { valid: true, omnibus: false, terminateOnReceive: false },
      ],
    }),
  )

async function act(ledger: TestLedger, member: Member, dapp: Address, data: Hex): Promise<void> {
  await ledger.rpc('eth_sendRawTransaction', await signCall(ledger, member, dapp, data))
  await ledger.rpc('anvil_mine', '0x1')
}

/** The member's user lets its tenant make one call. Signed by hand: a test makes hundreds of these. */
export async function signCall(
  { rpc, chainId, ledger }: TestLedger,
  { user, controllers }: Member,
  dapp: Address,
  data: Hex,
): Promise<Hex> {
  const nonce = (await rpc('eth_getTransactionCount', user.address, 'pending')) as Hex
  return user.signTransaction({
    type: 'legacy',
    chainId,
    nonce: Number(nonce),
    gas: 16_000_000n,
    gasPrice: ledger.gasPrice,
    to: controllerFor(controllers, dapp),
    data: encodeFunctionData({
      abi: dappControllerAbi,
      functionName: 'delegateBatchWithMultisig',
      args: [[{ target: dapp, data }], [], maxUint256],
    }),
  })
}
