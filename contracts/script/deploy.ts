// The one deployment: for the sandbox, the tests, the benchmarks and operators alike.
import { privateKeyToAccount } from 'viem/accounts'
import type { Address, Hex } from 'viem'
import { deployDapps } from './deployment/deployDapps.ts'
import type { Deployment } from './deployment/deployDapps.ts'
import { deployPlatform } from './deployment/deployPlatform.ts'
import type { PlatformParameters } from './deployment/deployPlatform.ts'
import { GAS_LIMIT, openLedger } from './deployment/ledger.ts'
import type { Ledger, LedgerParameters } from './deployment/ledger.ts'
import { requireSuitable } from './deployment/suitability.ts'
import { wireDapps } from './deployment/wireDapps.ts'

export { awaitReceipt } from './deployment/ledger.ts'
export type { Controller } from './deployment/tenants.ts'
export { controllerFor } from './deployment/tenants.ts'
export type { DelegatedCall } from './deployment/tenants.ts'
export { delegate } from './deployment/tenants.ts'
export type { Deployment } from './deployment/deployDapps.ts'
export type { DappGrant } from './deployment/grants.ts'
export { grantDappPrivileges } from './deployment/grants.ts'
export type { UserGrant } from './deployment/grants.ts'
export { grantUserPrivileges } from './deployment/grants.ts'
export type { PrivilegeName } from './deployment/grants.ts'
export type { Ledger, LedgerParameters } from './deployment/ledger.ts'
export { openLedger } from './deployment/ledger.ts'
export { onboardTenant } from './deployment/tenants.ts'
export { send, TransactionRefusedError } from './deployment/ledger.ts'
export { LedgerUnsuitableError } from './deployment/suitability.ts'
export type { TenantAccess } from './deployment/tenants.ts'
export type { TenantParameters } from './deployment/tenants.ts'
export type { DappType, SelectorConfig } from './deployment/workflowConfig.ts'
export { workflowConfig } from './deployment/workflowConfig.ts'

const ETHER = 10n ** 18n
type Refunds = Pick<PlatformParameters, 'refundThreshold' | 'refundLimit' | 'funding'>

/** The contract takes thresholds of 1 to this many times what three transactions cost at 1 wei. */
const MULTIPLIER_MAXIMUM = 10n ** 9n

/** In wei. The highest threshold pays for one and a half full transactions at this price, and the refund is one of them. */
export const DEPLOYABLE_GAS_PRICE = 2n * MULTIPLIER_MAXIMUM

const smaller = (left: bigint, right: bigint): bigint => (left < right ? left : right)

/**
 * Below what, and up to what, users are refunded: three, and thirty, full transactions. The platform starts with ten
 * refunds, or an ether where that is more.
 */
async function refundsAt({ client, gasPrice }: Ledger, deployer: Address): Promise<Refunds> {
  // Where gas is free nobody needs a refund. The contract still has limits, and pays each new tenant's first one.
  const transaction = GAS_LIMIT * (gasPrice === 0n ? 1n : gasPrice)
  const limits = {
    refundThreshold: smaller(3n * transaction, 3n * GAS_LIMIT * MULTIPLIER_MAXIMUM),
    refundLimit: 30n * transaction,
  }
  if (gasPrice === 0n)
    return { ...limits, funding: smaller(ETHER, await client.getBalance({ address: deployer })) }
  const tenRefunds = 10n * limits.refundLimit
  return { ...limits, funding: tenRefunds > ETHER ? tenRefunds : ETHER }
}

export type DeployParameters = LedgerParameters & {
  /** Pays for the deployment, and becomes the first user of the operator's tenant, with every administrator's right. */
  deployerKey: Hex
  platform: Pick<PlatformParameters, 'operator'> & Partial<PlatformParameters>
  /** Called before each step. */
  onProgress?: (step: string) => void
}

/**
 * Deploys every contract and wires them. Throws a LedgerUnsuitableError before it pays for anything. The addresses follow
 * from the deployer's address and nonce alone.
 *
 * @example
 * const { contracts, operator } = await deploy({
 *   rpcUrl: 'http://127.0.0.1:8545',
 *   chainId: 31337,
 *   deployerKey,
 *   platform: { operator: { name: 'ConneX Platform', apiUrl: 'http://127.0.0.1:4000', lei: '' } },
 * })
 */
export async function deploy({
  deployerKey,
  platform,
  onProgress = () => {},
  ...ledgerParameters
}: DeployParameters): Promise<Deployment> {
  const ledger = openLedger(ledgerParameters)
  const account = privateKeyToAccount(deployerKey)
  const parameters = { ...(await refundsAt(ledger, account.address)), ...platform }
  onProgress('Looking at the ledger')
  await requireSuitable(ledger, account.address, parameters.funding)
  onProgress('Deploying the platform')
  const deployed = await deployPlatform(ledger, account, parameters)
  onProgress('Deploying the instrument, registry and delivery managers')
  const dapps = await deployDapps(ledger, account, deployed)
  onProgress('Registering the dApps with the platform')
  const operator = await wireDapps(ledger, account, deployed, dapps)
  return { contracts: { ...deployed.contracts, ...dapps }, operator }
}
