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
import { encodeCall, sendAs } from './actions.ts'
import { addToken } from './tokens.ts'
import type { TestTenant } from '../fixtures/tenants.ts'
import { legBuilders } from './legs.ts'
import { openAccount, openChain, openRegistries, registryManagersOf } from './registries.ts'
import type { TestLedger } from './testLedger.ts'
import type { Member } from './ledgerFixture.ts'

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

export async function createBusiness(ledger: TestLedger, partners: Partners): Promise<Business> {
  const own = memberOf(partners.able)
  const partner = memberOf(partners.partner)
  const registrar = memberOf(partners.registrar)
  const base = { ledger, issuer: own, registrar, banks: [] }
  const { DeliveryManager, AccountRegistryManager } = ledger.deployment.contracts
  for (const manager of registryManagersOf(base))
    await grantDappPrivileges(ledger.ledger, ledger.operatorUser, ledger.deployment.operator, manager, [
      { holder: own.tenant, privileges: ['registry.INVESTOR', 'registry.ISSUER'] },
      { holder: partner.tenant, privileges: ['registry.INVESTOR'] },
      {
        holder: registrar.tenant,
        privileges: ['registry.REGISTRAR', 'registry.CUSTODIAN', 'registry.ONRAMPER'],
      },
    ])
  const token = await addToken(ledger, [own])
  const registryId = await openRegistries(base, ISIN)
  await openAccount(base, own, OWN_ACCOUNT)
  await openAccount(base, partner, 22n)
  const custodyChainId = await openChain(base, registryId, 'a chain')
  const account = { owner: own.tenant, accountNum: OWN_ACCOUNT }
  const issue = encodeCall(accountRegistryManagerAbi, 'issue', [registryId, account, 1_000n])
  await sendAs(ledger, registrar, AccountRegistryManager, issue)

  const kinds = legBuilders({ ...base, token, items: zeroAddress, traditionalId: zeroHash })
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
  await sendAs(ledger, own, DeliveryManager, encodeCall(deliveryManagerAbi, 'createDelivery', create))
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
