// The one deployment: for the sandbox, the tests, the benchmarks and operators alike.
import type { Hex } from 'viem'
import { storageLayouts } from '../generated/storageLayouts.ts'
import { accountOf } from './deployment/deployer.ts'
import type { RemoteDeployer } from './deployment/deployer.ts'
import { deployDapps } from './deployment/deployDapps.ts'
import { openDeploymentRecord } from './deployment/deploymentRecord.ts'
import { deployPlatform } from './deployment/deployPlatform.ts'
import type { PlatformParameters } from './deployment/deployPlatform.ts'
import { describeDeployment } from './deployment/describeDeployment.ts'
import type { Deployment } from './deployment/describeDeployment.ts'
import { httpTransport, openLedger } from './deployment/ledger.ts'
import type { LedgerParameters } from './deployment/ledger.ts'
import { patient } from './deployment/patience.ts'
import { continuePlan, parametersOf, planDeployment } from './deployment/plan.ts'
import { openSteps } from './deployment/steps.ts'
import { unusableLedger } from './deployment/suitability.ts'
import { wireDapps } from './deployment/wireDapps.ts'

export type { RemoteDeployer } from './deployment/deployer.ts'
export { awaitReceipt } from './deployment/ledger.ts'
export type { Controller } from './deployment/tenants.ts'
export { controllerFor } from './deployment/tenants.ts'
export type { DelegatedCall } from './deployment/tenants.ts'
export { delegate } from './deployment/tenants.ts'
export type {
  DeployedCode,
  DeployedUpgrade,
  Deployment,
  UpgradeCode,
} from './deployment/describeDeployment.ts'
export { DeploymentStoppedError } from './deployment/DeploymentStoppedError.ts'
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
export { DEPLOYABLE_GAS_PRICE } from './deployment/plan.ts'
export type { DappType, SelectorConfig } from './deployment/workflowConfig.ts'
export { workflowConfig } from './deployment/workflowConfig.ts'

export type DeployParameters = LedgerParameters & {
  /** Pays for the deployment, and becomes the first user of the operator's tenant, with every administrator's right. */
  deployerKey: Hex | RemoteDeployer
  platform: Pick<PlatformParameters, 'operator'> & Partial<PlatformParameters>
  /**
   * The file that records each transaction before it is published. A deployment that was interrupted continues from it;
   * one that is complete is only checked.
   */
  record?: string
  /** A new deployment is refused where the deployer has deployed a platform on this ledger before. */
  isFirst?: boolean
  /** Called before each step. */
  onProgress?: (step: string) => void
}

/**
 * Deploys every contract and wires them. Throws a LedgerUnsuitableError before it pays for anything. The addresses follow
 * from the deployer's address and nonce alone.
 *
 * @throws DeploymentStoppedError; with a `record` nothing that was paid for is lost
 * @example
 * const { contracts, operator } = await deploy({
 *   rpcUrl: 'http://127.0.0.1:8545',
 *   chainId: 31337,
 *   deployerKey,
 *   record: 'deployment.json.steps',
 *   platform: { operator: { name: 'ConneX Platform', apiUrl: 'http://127.0.0.1:4000', lei: '' } },
 * })
 */
export async function deploy({
  deployerKey,
  platform,
  record: path,
  isFirst = false,
  onProgress = () => {},
  ...ledgerParameters
}: DeployParameters): Promise<Deployment> {
  const account = accountOf(deployerKey)
  const record = path === undefined ? undefined : await openDeploymentRecord(path)
  try {
    onProgress('Looking at the ledger')
    // A wrong URL is reported at once; only later the deployment waits for an answer.
    const first = openLedger(ledgerParameters)
    const planning =
      record?.header === undefined
        ? planDeployment(first, account.address, platform, isFirst)
        : continuePlan(first, account.address, platform, record.header)
    const plan = await planning.catch((error: unknown) => {
      throw unusableLedger(error) ?? error
    })
    if (record?.header === undefined) await record?.append(plan)
    else onProgress(`Continuing after transaction ${record.signed.length} of this deployment`)
    const { transport = patient(httpTransport(ledgerParameters)) } = ledgerParameters
    const steps = openSteps(plan.firstNonce, record)
    const ledger = { ...openLedger({ ...ledgerParameters, transport }), steps }
    onProgress('Deploying the platform')
    const deployed = await deployPlatform(ledger, account, parametersOf(plan))
    onProgress('Deploying the instrument, registry and delivery managers')
    const dapps = await deployDapps(ledger, account, deployed)
    onProgress('Registering the dApps with the platform')
    const operator = await wireDapps(ledger, account, deployed, dapps)
    return await describeDeployment(ledger, plan, steps.finished, storageLayouts, {
      contracts: { ...deployed.contracts, ...dapps },
      operator,
    })
  } finally {
    await record?.close()
  }
}
