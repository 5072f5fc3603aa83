import { encodeFunctionData, zeroAddress } from 'viem'
import type { Address, Hex, LocalAccount, TransactionReceipt } from 'viem'
import { dappAbi } from '../../generated/dappAbi.ts'
import { platformManagerAbi } from '../../generated/platformManagerAbi.ts'
import { privilegeManagerAbi } from '../../generated/privilegeManagerAbi.ts'
import { privileges } from '../../generated/privileges.ts'
import type { Ledger } from './ledger.ts'
import { controllerFor, delegate } from './tenants.ts'
import type { TenantAccess } from './tenants.ts'

export type PrivilegeName = keyof typeof privileges

export type HolderChanges = {
  holder: Address
  changes: { privilege: Hex; instance: Address; granted: boolean }[]
}

/** `holderChanges(user, ['delivery.BACKOFFICE'])` as the privilege managers take it; instance 0 is everywhere. */
export const holderChanges = (
  holder: Address,
  names: readonly PrivilegeName[],
  instance: Address = zeroAddress,
  granted = true,
): HolderChanges => ({
  holder,
  changes: names.map((name) => ({ privilege: privileges[name], instance, granted })),
})

export type DappGrant = { holder: Address; privileges: readonly PrivilegeName[] }

/**
 * Grants tenants, or other dApps, privileges on a dApp. `admin` is a user of the operator's tenant who holds
 * user.DAPP_ADMIN.
 */
export async function grantDappPrivileges(
  ledger: Ledger,
  admin: LocalAccount,
  operator: TenantAccess,
  dapp: Address,
  grants: readonly DappGrant[],
): Promise<TransactionReceipt> {
  const target = await ledger.client.readContract({
    address: dapp,
    abi: dappAbi,
    functionName: 'privilegeManager',
  })
  const data = encodeFunctionData({
    abi: privilegeManagerAbi,
    functionName: 'grantRevokeBatch',
    args: [grants.map(({ holder, privileges }) => holderChanges(holder, privileges))],
  })
  const controller = controllerFor(operator.controllers, dapp)
  return delegate(ledger, admin, 'grant privileges on a dApp', controller, [{ target, data }])
}

export type UserGrant = {
  user: Address
  privileges: readonly PrivilegeName[]
  /** A dApp's address, to grant on that instance only; everywhere without it. */
  instance?: Address
  /** Also tops the user up if below the refund threshold. Needs user.DAPP_USER among the privileges, or held. */
  fund?: boolean
}

/** Grants privileges to a tenant's users. `admin` is a user of that tenant who holds user.TENANT_ADMIN. */
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
