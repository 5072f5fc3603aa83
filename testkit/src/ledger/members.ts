import type { TenantAccess } from '@connex/contracts/deploy'
import type { Address, Hex } from 'viem'
import type { LocalAccount } from 'viem/accounts'
import type { TestLedger } from './testLedger.ts'

/** A tenant on the test ledger with one user who may do everything that its tenant may. */
export type Member = TenantAccess & { name: string; key: Hex; user: LocalAccount }

/** One of the accounts that the registrar opened. */
export type OpenAccount = { member: Member; accountNum: bigint }

/** A registry manager and its privilege manager, unknown to the platform until a test registers it. */
export type LateDapp = { name: string; manager: Address; privilegeManager: Address }

/** One of the custody chains of a registry. */
export type OpenChain = { registryId: Hex; chainId: Hex }

/** The real contracts on a ledger of their own, with tenants, two instruments and accounts. */
export type LedgerFixture = {
  ledger: TestLedger
  issuer: Member
  registrar: Member
  banks: Member[]
  /** Of an instrument each, with the registrar: as accounts, as entries and over custody chains, under the same id. */
  registryIds: Hex[]
  accounts: OpenAccount[]
  chains: OpenChain[]
  /** Of an instrument outside the ledger's registries; the registrar is its transfer agent. */
  traditionalId: Hex
  /** Every bank has some of both, and lets the leg managers take them: quantities, and single items. */
  token: Address
  items: Address
  /** Registry managers that the platform does not know yet. */
  lateDapps: LateDapp[]
}
