import type { Address, Hex } from 'viem'
import type { LocalAccount } from 'viem/accounts'
import type { Deployment, Ledger, TenantAccess } from '@connex/contracts/deploy'
import type { Anvil } from './startAnvil.ts'

/** A tenant on the test ledger with one user who may do everything that its tenant may. */
export type Member = TenantAccess & { name: string; user: LocalAccount }

/** One of the accounts that the registrar opened. */
export type OpenAccount = { member: Member; accountNum: bigint }

/** The real contracts on a ledger of their own, with tenants, two instruments and accounts. */
export type World = {
  anvil: Anvil
  ledger: Ledger
  deployment: Deployment
  operator: Member
  issuer: Member
  registrar: Member
  banks: Member[]
  /** Each kept by the registrar. */
  registryIds: Hex[]
  instrumentIds: Hex[]
  accounts: OpenAccount[]
  /** The member's user lets its tenant make one call; answers whether the ledger took it. */
  act: (member: Member, dapp: Address, data: Hex) => Promise<boolean>
}
