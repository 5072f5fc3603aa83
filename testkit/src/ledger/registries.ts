// Registries of every kind at one registrar: the same instrument as accounts, as entries and over a custody chain.
import {
  accountRegistryManagerAbi,
  chainRegistryManagerAbi,
  identifierTypes,
  instrumentManagerAbi,
  instrumentTypes,
  registrationAbi,
} from '@connex/contracts'
import { encodeFunctionData, keccak256, stringToHex } from 'viem'
import type { Hex } from 'viem'
import { encodeCall, sendAs } from './actions.ts'
import type { Member, LedgerFixture } from './members.ts'

type RegistryParties = Pick<LedgerFixture, 'ledger' | 'issuer' | 'registrar' | 'banks'>

const keyOf = (name: string): Hex => keccak256(stringToHex(name))

export const registryManagersOf = ({ ledger: { deployment } }: Pick<LedgerFixture, 'ledger'>) => {
  const { AccountRegistryManager, EntryRegistryManager, ChainRegistryManager } = deployment.contracts
  return [AccountRegistryManager, EntryRegistryManager, ChainRegistryManager] as const
}

const termsOf = ({ issuer }: RegistryParties, isin: string) => ({
  identifierType: identifierTypes.indexOf('ISIN'),
  identifier: stringToHex(isin, { size: 32 }),
  instrumentType: instrumentTypes.indexOf('BOND'),
  issuer: issuer.tenant,
  privateDataFp: keyOf(`details of ${isin}`),
  creationMark: 0,
})

/** An instrument outside the ledger's registries; the registrar is its transfer agent. */
export async function createTraditional(parties: RegistryParties, isin: string): Promise<Hex> {
  const { ledger, registrar } = parties
  const { InstrumentManager } = ledger.deployment.contracts
  const args = [keyOf(isin), termsOf(parties, isin), 2]
  await sendAs(
    ledger,
    registrar,
    InstrumentManager,
    encodeCall(instrumentManagerAbi, 'createTraditionalInstrument', args),
  )
  return keyOf(isin)
}

/** The id is the same in each manager. */
export async function openRegistries(parties: RegistryParties, isin: string): Promise<Hex> {
  const { ledger, issuer, registrar, banks } = parties
  const { InstrumentManager } = ledger.deployment.contracts
  const instrumentId = keyOf(isin)
  const terms = termsOf(parties, isin)
  const create = { abi: instrumentManagerAbi, functionName: 'createInstrumentV2' } as const
  await sendAs(
    ledger,
    issuer,
    InstrumentManager,
    encodeFunctionData({ ...create, args: [instrumentId, terms, 2] }),
  )
  const request = {
    abi: registrationAbi,
    functionName: 'requestInstrumentRegistration',
    args: [InstrumentManager, instrumentId, 1],
  } as const
  const [first] = registryManagersOf(parties)
  const { result: registryId } = await ledger.ledger.client.simulateContract({
    ...request,
    address: first,
    account: registrar.tenant,
  })
  const confirm = {
    abi: registrationAbi,
    functionName: 'confirmInstrumentRegistrationAndPrepareRegistry',
    args: [registryId],
  } as const
  const permit = { abi: registrationAbi, functionName: 'setSenderWhitelisted' } as const
  for (const manager of registryManagersOf(parties)) {
    await sendAs(ledger, registrar, manager, encodeFunctionData(request))
    await sendAs(ledger, issuer, manager, encodeFunctionData(confirm))
    for (const { tenant } of banks.slice(0, 2))
      await sendAs(
        ledger,
        registrar,
        manager,
        encodeFunctionData({ ...permit, args: [registryId, tenant, true] }),
      )
  }
  return registryId
}

/** At the registrar, where accounts hold alone and where they hold over chains. */
export async function openAccount(
  { ledger, registrar }: RegistryParties,
  owner: Member,
  accountNum: bigint,
): Promise<void> {
  const { AccountRegistryManager, ChainRegistryManager } = ledger.deployment.contracts
  const data = encodeFunctionData({
    abi: accountRegistryManagerAbi,
    functionName: 'configureAccount',
    args: [
      { owner: owner.tenant, accountNum },
      { valid: true, omnibus: false, terminateOnReceive: false },
    ],
  })
  for (const manager of [AccountRegistryManager, ChainRegistryManager])
    await sendAs(ledger, registrar, manager, data)
}

/** A chain of which the registrar is custodian and transfer agent. */
export async function openChain(
  { ledger, registrar }: RegistryParties,
  registryId: Hex,
  name: string,
): Promise<Hex> {
  const chainId = keyOf(name)
  await sendAs(
    ledger,
    registrar,
    ledger.deployment.contracts.ChainRegistryManager,
    encodeFunctionData({
      abi: chainRegistryManagerAbi,
      functionName: 'createChain',
      args: [registryId, chainId, [registrar.tenant], registrar.tenant],
    }),
  )
  return chainId
}

/** So much in each account to begin with, without a chain and over this one. */
export async function fillAccounts(
  parties: RegistryParties & Pick<LedgerFixture, 'accounts'>,
  { registryId, chainId }: { registryId: Hex; chainId: Hex },
  quantity: bigint,
): Promise<void> {
  const { ledger, registrar, accounts } = parties
  const { AccountRegistryManager, ChainRegistryManager } = ledger.deployment.contracts
  for (const { member, accountNum } of accounts) {
    const account = { owner: member.tenant, accountNum }
    const issue = encodeCall(accountRegistryManagerAbi, 'issue', [registryId, account, quantity])
    await sendAs(ledger, registrar, AccountRegistryManager, issue)
    const onramp = [registryId, chainId, account, quantity, keyOf('reference')]
    await sendAs(
      ledger,
      registrar,
      ChainRegistryManager,
      encodeCall(chainRegistryManagerAbi, 'onramp', onramp),
    )
  }
}
