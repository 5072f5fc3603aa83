import {
  deploy,
  grantDappPrivileges,
  grantUserPrivileges,
  onboardTenant,
  openLedger,
  send,
} from '@connex/contracts/deploy'
import type { Deployment, Ledger, TenantAccess } from '@connex/contracts/deploy'
import { Address } from '@connex/protocol'
import type { PrivilegeName } from '@connex/protocol'
import { privateKeyToAccount } from 'viem/accounts'
import { tenantPrivileges, USER_PRIVILEGES } from '../../directory/roles.ts'
import { hex } from './registries.ts'
import { addressOfKey, firstUser, nodeKeys, plannedTenants, privilegesOf, rolesOf } from './tenants.ts'
import type { PlannedTenant, SandboxPlan, ServerName } from './tenants.ts'

export type PrepareOptions = {
  rpcUrl: string
  chainId: number
  /** In wei. */
  gasPrice: bigint
  /** The sandbox's secret, from which all keys derive. */
  secret: Buffer
  serverUrls: Record<ServerName, string>
  /** An account of the ledger's genesis, which funds the deployer. */
  funderKey: `0x${string}`
  onProgress: (step: string) => void
}

const ETHER = 10n ** 18n
/** The platform's funds pay two hundred first refunds of new users. */
const FUNDS = { deployer: 200n * ETHER, platform: 100n * ETHER }

/** Deploys the contracts, onboards every tenant and grants all privileges. */
export async function prepareLedger(options: PrepareOptions): Promise<SandboxPlan> {
  const { rpcUrl, chainId, gasPrice, secret, serverUrls, onProgress } = options
  const tenants = plannedTenants(secret)
  const keys = nodeKeys(secret)
  const ledger = openLedger({ rpcUrl, chainId, gasPrice })
  const [operator, ...others] = tenants
  if (operator === undefined) throw new Error('the sandbox has no tenants')
  const deployer = firstUser(operator)
  const funder = privateKeyToAccount(options.funderKey)
  await send(ledger, funder, 'fund the deployer', {
    to: hex(deployer.address),
    value: FUNDS.deployer,
    data: '0x',
  })
  const deployment = await deploy({
    rpcUrl,
    chainId,
    gasPrice,
    deployerKey: deployer.privateKey,
    platform: {
      operator: { name: operator.name, apiUrl: serverUrls[operator.server], lei: operator.lei },
      funding: FUNDS.platform,
    },
    onProgress,
  })
  onProgress('Onboarding the tenants')
  const admin = privateKeyToAccount(deployer.privateKey)
  const onboarded = [
    { ...operator, address: Address.parse(deployment.operator.tenant), access: deployment.operator },
  ]
  for (const tenant of others) {
    const { name, lei, server } = tenant
    const described = { name, lei, apiUrl: serverUrls[server] }
    const access = await onboardTenant(ledger, admin, deployment, described, hex(firstUser(tenant).address))
    onboarded.push({ ...tenant, address: Address.parse(access.tenant), access })
  }
  onProgress('Granting privileges')
  await grantTenants(ledger, admin, deployment, onboarded)
  for (const tenant of onboarded)
    await grantUsers(ledger, deployment, tenant, tenant.access, addressOfKey(keys[tenant.server]))
  const block = Number(await ledger.client.getBlockNumber())
  return { contracts: deployment.contracts, tenants: onboarded, nodeKeys: keys, block }
}

/** Grants the tenants' privileges on the instrument and registry dApps. */
async function grantTenants(
  ledger: Ledger,
  admin: ReturnType<typeof privateKeyToAccount>,
  { contracts, operator }: Deployment,
  tenants: SandboxPlan['tenants'],
): Promise<void> {
  for (const area of ['instrument', 'registry'] as const) {
    const dapp = area === 'instrument' ? contracts.InstrumentManager : contracts.AccountRegistryManager
    const grants = tenants
      .map((tenant) => ({ holder: hex(tenant.address), privileges: privilegesOn(tenant, area) }))
      .filter(({ privileges }) => privileges.length > 0)
    await grantDappPrivileges(ledger, admin, operator, dapp, grants)
  }
}

function privilegesOn(tenant: PlannedTenant, area: 'instrument' | 'registry'): readonly PrivilegeName[] {
  const role = rolesOf(tenant).tenant
  return role === undefined ? [] : tenantPrivileges(role, area)
}

/** Grants the users' privileges; the server's node account may only call other servers for the tenant. */
async function grantUsers(
  ledger: Ledger,
  { contracts }: Deployment,
  tenant: PlannedTenant,
  access: TenantAccess,
  nodeAccount: Address,
): Promise<void> {
  const admin = firstUser(tenant)
  const users = tenant.users.map((user) => ({
    user: hex(user.address),
    privileges: privilegesOf(tenant, user),
    fund: user.rights === 'all' && user.address !== admin.address,
  }))
  await grantUserPrivileges(
    ledger,
    privateKeyToAccount(admin.privateKey),
    access,
    contracts.PlatformManager,
    [...users, { user: hex(nodeAccount), privileges: USER_PRIVILEGES.node }],
  )
}
