import { getAddress, keccak256 } from 'viem'
import type { Address, Hash } from 'viem'
import type { DappContracts } from './deployDapps.ts'
import type { DeploymentHeader } from './deploymentRecord.ts'
import { DeploymentStoppedError } from './DeploymentStoppedError.ts'
import type { DeployedPlatform } from './deployPlatform.ts'
import type { Layout } from './layout.ts'
import type { Ledger } from './ledger.ts'
import type { FinishedStep } from './steps.ts'
import type { TenantAccess } from './tenants.ts'

/** A deployed contract or library. */
export type DeployedCode = {
  name: string
  address: Address
  /** keccak-256 of its code on the ledger. */
  hash: Hash
  /** Of a manager's code: later code must find its storage. */
  layout?: Layout
}

/** The result of a deployment: each contract's address by its name, the operator's tenant, and where to find them. */
export type Deployment = {
  /** The product's. */
  version: string
  chainId: number
  /** The blocks of its first and last transactions. A server indexes from the first. */
  firstBlock: number
  lastBlock: number
  contracts: DeployedPlatform['contracts'] & DappContracts
  operator: TenantAccess
  /** In the order of deployment: libraries, the managers' code, and their proxies, whose addresses `contracts` has. */
  code: DeployedCode[]
  /** Code for the managers that was deployed later, in this order. Whether it runs, the ledger knows. */
  upgrades?: DeployedUpgrade[]
}

/** What `connex upgrade deploy` has deployed. */
export type DeployedUpgrade = {
  /** The product's. */
  version: string
  managers: UpgradeCode[]
}

/** Code for a manager, which the manager runs once it is announced and executed. */
export type UpgradeCode = {
  name: string
  /** Of the manager. */
  address: Address
  /** What its `getVersion` answers. */
  version: number
  implementation: Address
  /** keccak-256 of the code, as the announcement has it. */
  hash: Hash
}

/** Adds to a deployment's contracts their blocks and code. */
export async function describeDeployment(
  ledger: Ledger,
  { version, chainId }: DeploymentHeader,
  steps: readonly FinishedStep[],
  layouts: Layouts,
  deployed: Pick<Deployment, 'contracts' | 'operator'>,
): Promise<Deployment> {
  const blocks = steps.map(({ receipt }) => Number(receipt.blockNumber))
  return {
    version,
    chainId,
    firstBlock: Math.min(...blocks),
    lastBlock: Math.max(...blocks),
    ...deployed,
    code: await describeCode(ledger, steps, layouts),
  }
}

/** By manager. */
type Layouts = Readonly<Record<string, Layout>>

/** What these steps have deployed, in their order. */
export async function describeCode(
  ledger: Ledger,
  steps: readonly FinishedStep[],
  layouts: Layouts,
): Promise<DeployedCode[]> {
  const code: DeployedCode[] = []
  for (const { name: step, receipt } of steps)
    if (receipt.contractAddress != null) {
      const name = step.replace(/^deploy /, '')
      const address = getAddress(receipt.contractAddress)
      const layout = layouts[name]
      code.push({ name, address, hash: await hashAt(ledger, address), ...(layout && { layout }) })
    }
  return code
}

async function hashAt({ client }: Ledger, address: Address): Promise<Hash> {
  const code = await client.getCode({ address })
  if (code !== undefined) return keccak256(code)
  throw new DeploymentStoppedError(
    'waiting',
    `The ledger has no contract at ${address} any more. Run the same command again to continue.`,
  )
}
