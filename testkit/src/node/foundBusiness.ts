// What an investor that issues has on the ledger with a registrar: a security in a registry of each kind, accounts, a custody
// chain, a token, and a delivery that waits for the other side.
import { accountRegistryManagerAbi, deliveryManagerAbi } from '@connex/contracts'
import { grantDappPrivileges } from '@connex/contracts/deploy'
import {
  Bytes32,
  DeliveryDetails,
  DeliveryId,
  InstrumentId,
  RegistryId,
  fingerprintOf,
} from '@connex/protocol'
import { keccak256, stringToHex, toHex, zeroAddress, zeroHash } from 'viem'
import { act } from './act.ts'
import { addToken } from './addToken.ts'
import type { TestTenant } from './joinTenant.ts'
import { legKinds } from './legKinds.ts'
import { callOf } from './Move.ts'
import { openAccount, openChain, openRegistries, registryManagersOf } from './openRegistries.ts'
import type { TestLedger } from './startTestLedger.ts'
import type { Member } from './World.ts'

export const OWN_ACCOUNT = 11n

export type Business = {
  instrumentId: InstrumentId
  /** The same at each of the three managers. */
  registryId: RegistryId
  custodyChainId: Bytes32
  /** Leg 0 is DIGITAL, leg 1 an HTLC that the tenant sends. */
  deliveryId: DeliveryId
  /** Of the delivery; the ledger has their fingerprint. */
  details: DeliveryDetails
}

const ISIN = 'DE000CNX0017'

export type Partners = { able: TestTenant; registrar: TestTenant; partner: TestTenant }

export async function foundBusiness(ledger: TestLedger, partners: Partners): Promise<Business> {
  const own = memberOf(partners.able)
  const partner = memberOf(partners.partner)
  const registrar = memberOf(partners.registrar)
  const founded = { ledger, issuer: own, registrar, banks: [] }
  const { DeliveryManager, AccountRegistryManager } = ledger.deployment.contracts
  for (const manager of registryManagersOf(founded))
    await grantDappPrivileges(ledger.ledger, ledger.operatorUser, ledger.deployment.operator, manager, [
      { holder: own.tenant, privileges: ['registry.INVESTOR', 'registry.ISSUER'] },
      { holder: partner.tenant, privileges: ['registry.INVESTOR'] },
      {
        holder: registrar.tenant,
        privileges: ['registry.REGISTRAR', 'registry.CUSTODIAN', 'registry.ONRAMPER'],
      },
    ])
  const token = await addToken(ledger, [own])
  const registryId = await openRegistries(founded, ISIN)
  await openAccount(founded, own, OWN_ACCOUNT)
  await openAccount(founded, partner, 22n)
  const custodyChainId = await openChain(founded, registryId, 'a chain')
  const account = { owner: own.tenant, accountNum: OWN_ACCOUNT }
  const issue = callOf(accountRegistryManagerAbi, 'issue', [registryId, account, 1_000n])
  await act(ledger, registrar, AccountRegistryManager, issue)

  const kinds = legKinds({ ...founded, token, items: zeroAddress, traditionalId: zeroHash })
  const legs = [
    {
      ...kinds.digital(registryId, own.tenant, partner.tenant, 100n),
      senderData: toHex(OWN_ACCOUNT, { size: 32 }),
    },
    kinds.locked(own.tenant, partner.tenant, 5n),
  ]
  const deliveryId = keccak256('0x01')
  const details = DeliveryDetails.parse({ salt: keccak256('0x02'), description: 'Rebalancing' })
  const create = [deliveryId, fingerprintOf(details), legs, 0n]
  await act(ledger, own, DeliveryManager, callOf(deliveryManagerAbi, 'createDelivery', create))
  return {
    instrumentId: InstrumentId.parse(keccak256(stringToHex(ISIN))),
    registryId: RegistryId.parse(registryId),
    custodyChainId: Bytes32.parse(custodyChainId),
    deliveryId: DeliveryId.parse(deliveryId),
    details,
  }
}

const memberOf = ({ name, access, user }: TestTenant): Member => ({
  ...access,
  name,
  key: user.key,
  user: user.account,
})
