import { grantDappPrivileges, grantUserPrivileges, onboardTenant } from '@connex/contracts/deploy'
import { keccak256, stringToHex } from 'viem'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { deployLateDapp } from './lateDapps.ts'
import type { LedgerFixture, Member, OpenAccount, OpenChain } from './members.ts'
import {
  createTraditional,
  fillAccounts,
  openAccount,
  openChain,
  openRegistries,
  registryManagersOf,
} from './registries.ts'
import { startTestLedger } from './testLedger.ts'
import type { TestLedger, TestLedgerOptions } from './testLedger.ts'
import { addItems, addToken } from './tokens.ts'

const BANKS = ['Alpenbank', 'Baltic Trust Bank', 'Rhône Capital']

const EVERYTHING = [
  'user.DAPP_USER',
  'user.TENANT_ADMIN',
  'instrument.BACKOFFICE',
  'instrument.WHITELIST',
  'registry.ISSUER_DOCUMENTATION',
  'registry.REGISTRAR_REGISTRATION',
  'registry.SHARED_POSITION_HANDLING',
  'registry.TA_CONTROLLER_SHARED_ONRAMPING',
  'delivery.BACKOFFICE',
  'delivery.TX_COORDINATOR',
] as const

const keyOf = (name: string): Hex => keccak256(stringToHex(name))

/** As an ordinary network: a base fee that moves, and half of the gas in a block. */
const STRICT: TestLedgerOptions = { baseFee: 1_000n, gasLimit: 30_000_000, gasPrice: 10_000n }

/** A ledger of its own that mines on request; `world.ledger.stop()` ends it. */
export async function createLedgerFixture({ isStrict = false } = {}): Promise<LedgerFixture> {
  const test = await startTestLedger(isStrict ? STRICT : {})
  const { ledger, deployment, operatorUser } = test
  const issuer = await joinPlatform(test, 'Hanseatic Issuance')
  const registrar = await joinPlatform(test, 'Meridian Registrars')
  const banks: Member[] = []
  for (const name of BANKS) banks.push(await joinPlatform(test, name))
  const founded = { ledger: test, issuer, registrar, banks }
  await grantDappPrivileges(
    ledger,
    operatorUser,
    deployment.operator,
    deployment.contracts.InstrumentManager,
    [
      { holder: issuer.tenant, privileges: ['instrument.ISSUER'] },
      // Aspects are set by dApps, which sign nothing: here a user acts as one.
      { holder: issuer.user.address, privileges: ['instrument.DAPP'] },
      { holder: registrar.tenant, privileges: ['instrument.DATA_PROVIDER_TA'] },
    ],
  )
  for (const manager of registryManagersOf(founded))
    await grantDappPrivileges(ledger, operatorUser, deployment.operator, manager, [
      { holder: issuer.tenant, privileges: ['registry.ISSUER'] },
      {
        holder: registrar.tenant,
        privileges: ['registry.REGISTRAR', 'registry.CUSTODIAN', 'registry.ONRAMPER'],
      },
      ...banks.map(({ tenant }) => ({ holder: tenant, privileges: ['registry.INVESTOR'] as const })),
    ])
  const token = await addToken(test, banks)
  const items = await addItems(test, banks)
  const lateDapps = [await deployLateDapp(test, 'Late'), await deployLateDapp(test, 'Later')]
  // With automatic mining the ledger answers before it has mined: then nobody knows where its chain ends.
  await test.rpc('evm_setAutomine', false)
  const registryIds: Hex[] = []
  for (const isin of ['DE000CNX0017', 'DE000CNX0025']) registryIds.push(await openRegistries(founded, isin))
  const traditionalId = await createTraditional(founded, 'DE000CNX0900')
  const accounts: OpenAccount[] = []
  for (const [index, member] of banks.entries())
    for (const accountNum of [BigInt(index + 1) * 11n, BigInt(index + 1) * 100n]) {
      await openAccount(founded, member, accountNum)
      accounts.push({ member, accountNum })
    }
  const chains: OpenChain[] = []
  for (const [index, registryId] of [...registryIds, ...registryIds].entries())
    chains.push({ registryId, chainId: await openChain(founded, registryId, `chain ${index}`) })
  for (const chain of chains.slice(0, registryIds.length))
    await fillAccounts({ ...founded, accounts }, chain, 1_000n)
  return { ...founded, registryIds, accounts, chains, traditionalId, token, items, lateDapps }
}

async function joinPlatform({ ledger, deployment, operatorUser }: TestLedger, name: string): Promise<Member> {
  const key = keyOf(name)
  const user = privateKeyToAccount(key)
  const data = { name, apiUrl: '', lei: '' }
  const access = await onboardTenant(ledger, operatorUser, deployment, data, user.address)
  const grants = [{ user: user.address, privileges: EVERYTHING }]
  await grantUserPrivileges(ledger, user, access, deployment.contracts.PlatformManager, grants)
  return { ...access, name, key, user }
}
