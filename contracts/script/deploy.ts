// The one deployment: for the sandbox, the tests, the benchmarks and operators alike.
import { privateKeyToAccount } from 'viem/accounts'
import type { Hex } from 'viem'
import { deployDapps } from './deployment/deployDapps.ts'
import type { Deployment } from './deployment/deployDapps.ts'
import { deployPlatform } from './deployment/deployPlatform.ts'
import type { PlatformParameters } from './deployment/deployPlatform.ts'
import { openLedger } from './deployment/ledger.ts'
import type { LedgerParameters } from './deployment/ledger.ts'
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
export type { TenantAccess } from './deployment/tenants.ts'
export type { TenantParameters } from './deployment/tenants.ts'
export type { DappType, SelectorConfig } from './deployment/workflowConfig.ts'
export { workflowConfig } from './deployment/workflowConfig.ts'

/** Thrice, and thirty times, what a transaction of 16,000,000 gas costs at a gas price of 1. */
const REFUND_THRESHOLD = 48_000_000n
const REFUND_LIMIT = 480_000_000n
const FUNDING = 10n ** 18n

export type DeployParameters = LedgerParameters & {
  /** Pays for the deployment, and becomes the first user of the operator's tenant, with every administrator's right. */
  deployerKey: Hex
  platform: Pick<PlatformParameters, 'operator'> & Partial<PlatformParameters>
  /** Called before each step. */
  onProgress?: (step: string) => void
}

/**
 * Deploys every contract and wires them. The addresses follow from the deployer's address and nonce alone.
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
  onProgress('Deploying the platform')
  const deployed = await deployPlatform(ledger, account, {
    refundThreshold: REFUND_THRESHOLD,
    refundLimit: REFUND_LIMIT,
    funding: FUNDING,
    ...platform,
  })
  onProgress('Deploying the instrument, registry and delivery managers')
  const dapps = await deployDapps(ledger, account, deployed)
  onProgress('Registering the dApps with the platform')
  const operator = await wireDapps(ledger, account, deployed, dapps)
  return { contracts: { ...deployed.contracts, ...dapps }, operator }
}
