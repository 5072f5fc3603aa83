import { encodeFunctionData } from 'viem'
import type { Address, LocalAccount, TransactionReceipt } from 'viem'
import { platformManagerAbi } from '../../generated/platformManagerAbi.ts'
import { privilegeManagerAbi } from '../../generated/privilegeManagerAbi.ts'
import { controllerFor } from './createdControllers.ts'
import { delegate } from './delegate.ts'
import { holderChanges } from './holderChanges.ts'
import type { PrivilegeName } from './holderChanges.ts'
import type { Ledger } from './ledger.ts'
import type { TenantAccess } from './tenantAccess.ts'

export type UserGrant = {
  user: Address
  privileges: readonly PrivilegeName[]
  /** A dApp's address, to grant on that instance only; everywhere without it. */
  instance?: Address
  /** Also tops the user up where below the refund threshold. Needs user.DAPP_USER among the privileges, or held. */
  fund?: boolean
}

/** Grants users of a tenant what they may do. `admin` is a user of that tenant who holds user.TENANT_ADMIN. */
export async function grantUserPrivileges(
  ledger: Ledger,
  admin: LocalAccount,
  tenant: TenantAccess,
  platform: Address,
  grants: readonly UserGrant[],
): Promise<TransactionReceipt> {
  const batch = grants.map(({ user, privileges, instance }) => holderChanges(user, privileges, instance))
  const poor = await belowThreshold(
    ledger,
    platform,
    grants.filter(({ fund }) => fund === true).map(({ user }) => user),
  )
  const refunds = poor.map((user) => ({
    target: platform,
    data: encodeFunctionData({ abi: platformManagerAbi, functionName: 'refundEOA', args: [user] }),
  }))
  const granting = {
    target: tenant.privilegeManager,
    data: encodeFunctionData({ abi: privilegeManagerAbi, functionName: 'grantRevokeBatch', args: [batch] }),
  }
  const controller = controllerFor(tenant.controllers, platform)
  return delegate(ledger, admin, "grant a tenant's users privileges", controller, [granting, ...refunds])
}

async function belowThreshold(ledger: Ledger, platform: Address, users: Address[]): Promise<Address[]> {
  if (users.length === 0) return []
  const read = { address: platform, abi: platformManagerAbi, functionName: 'refundSettings' } as const
  const { refundThreshold } = await ledger.client.readContract(read)
  const balances = await Promise.all(users.map((address) => ledger.client.getBalance({ address })))
  return users.filter((_, index) => (balances[index] ?? 0n) < refundThreshold)
}
