// The managers' code is deployed here, and announced and executed by the operator's tenant (sdk/src/platform/upgrades.ts).
import type { Address, Hex, LocalAccount } from 'viem'
import { deployCode, creationCode, linked } from './deployment/deployContract.ts'
import { accountOf } from './deployment/deployer.ts'
import type { RemoteDeployer } from './deployment/deployer.ts'
import { openRecord } from './deployment/deploymentRecord.ts'
import type { RecordHeader } from './deployment/deploymentRecord.ts'
import { describeCode } from './deployment/describeDeployment.ts'
import type { DeployedCode, DeployedUpgrade, Deployment } from './deployment/describeDeployment.ts'
import { httpTransport, openLedger } from './deployment/ledger.ts'
import type { Ledger, LedgerParameters } from './deployment/ledger.ts'
import { patient } from './deployment/patience.ts'
import { codeHash, differ, differencesFrom, genesisOf, otherCode, requireSame } from './deployment/plan.ts'
import { openSteps } from './deployment/steps.ts'
import { unusableLedger } from './deployment/suitability.ts'
import { librariesOf, ownContracts } from './upgrade/contracts.ts'
import type { ReleasedContracts } from './upgrade/contracts.ts'
import { constructorOf, planUpgrade } from './upgrade/planUpgrade.ts'
import type { PlannedManager, Wanted } from './upgrade/planUpgrade.ts'

export { MANAGERS, ownContracts } from './upgrade/contracts.ts'
export type { ManagerName, ReleasedContracts } from './upgrade/contracts.ts'
export { UpgradeImpossibleError } from './upgrade/planUpgrade.ts'
export type { PlannedManager } from './upgrade/planUpgrade.ts'

export type UpgradeParameters = LedgerParameters & {
  /** Pays for the code. Anybody can: only the operator's tenant can announce it. */
  deployerKey: Hex | RemoteDeployer
  /** What `deploy` has answered. */
  deployment: Deployment
  /** Where the code is from; default this version of the product. */
  contracts?: ReleasedContracts
  /** These managers alone; default all that have an older version. */
  named?: Wanted['named']
  /** The file that records each transaction before it is published, as in `deploy`. */
  record?: string
  /** Called before each step. */
  onProgress?: (step: string) => void
}

/** What is on the ledger for an upgrade; nothing of it runs yet. */
export type PreparedUpgrade = { upgrade: DeployedUpgrade; code: DeployedCode[] }

type UpgradeHeader = RecordHeader & { kind: 'upgrade'; managers: PlannedManager[] }

/**
 * What an upgrade would do; nothing is sent.
 *
 * @throws UpgradeImpossibleError, LedgerUnsuitableError
 * @example
 * const managers = await lookForUpgrade({ rpcUrl, chainId, deployerKey, deployment })
 */
export async function lookForUpgrade(parameters: UpgradeParameters): Promise<PlannedManager[]> {
  const { deployerKey, deployment, contracts = ownContracts, named = [] } = parameters
  const { address } = accountOf(deployerKey)
  return planOn(openLedger(parameters), address, { deployment, contracts, named })
}

const planOn = (ledger: Ledger, payer: Address, wanted: Wanted): Promise<PlannedManager[]> =>
  planUpgrade(ledger, payer, wanted).catch((error: unknown) => {
    throw unusableLedger(error) ?? error
  })

/**
 * Deploys newer code for the managers, with the libraries that it calls. Throws before it pays for anything where it finds an
 * obstacle. No manager changes: the code is announced next.
 *
 * @throws DeploymentStoppedError; with a `record` nothing that was paid for is lost
 * @example
 * const { upgrade, code } = await deployUpgrade({ rpcUrl, chainId, deployerKey, deployment, record: 'deployment.json.0.2.0.steps' })
 */
export async function deployUpgrade(parameters: UpgradeParameters): Promise<PreparedUpgrade> {
  const { deployerKey, deployment, contracts = ownContracts, named = [], record: path } = parameters
  const { onProgress = () => {} } = parameters
  const account = accountOf(deployerKey)
  const record = path === undefined ? undefined : await openRecord<UpgradeHeader>(path, 'upgrade')
  try {
    onProgress('Looking at the ledger')
    const first = openLedger(parameters)
    const header =
      record?.header ?? (await newHeader(first, account.address, { deployment, contracts, named }))
    if (record?.header === undefined) await record?.append(header)
    else {
      requireSame('upgrade', [
        ...(await differencesFrom(first, account.address, header)),
        ...otherCode(header, codeHash(contracts.bytecode)),
        ...(named.length === 0 ? [] : differ('list of managers', namesOf(header.managers), named.join(' '))),
      ])
      onProgress(`Continuing after transaction ${record.signed.length} of this upgrade`)
    }
    const { transport = patient(httpTransport(parameters)) } = parameters
    const steps = openSteps(header.firstNonce, record)
    const ledger = { ...openLedger({ ...parameters, transport }), steps }
    const implementations = await deployManagers(
      ledger,
      account,
      { deployment, contracts },
      header.managers,
      onProgress,
    )
    const code = await describeCode(ledger, steps.finished, contracts.storageLayouts)
    const managers = header.managers.map(({ name, address, newVersion }, index) => {
      const deployed = code.find((one) => one.address === implementations[index])
      if (deployed === undefined) throw new Error(`${name} was not deployed`)
      return { name, address, version: newVersion, implementation: deployed.address, hash: deployed.hash }
    })
    return { upgrade: { version: header.version, managers }, code }
  } finally {
    await record?.close()
  }
}

const namesOf = (managers: readonly PlannedManager[]): string => managers.map(({ name }) => name).join(' ')

async function newHeader(ledger: Ledger, deployer: Address, wanted: Wanted): Promise<UpgradeHeader> {
  return {
    kind: 'upgrade',
    format: 1,
    managers: await planOn(ledger, deployer, wanted),
    version: wanted.contracts.version,
    chainId: ledger.client.chain.id,
    genesis: await genesisOf(ledger),
    deployer,
    firstNonce: await ledger.client.getTransactionCount({ address: deployer, blockTag: 'latest' }),
    gasPrice: String(ledger.gasPrice),
    code: codeHash(wanted.contracts.bytecode),
  }
}

/** Each library once, before the first manager that calls it; the managers' new code, in their order. */
async function deployManagers(
  ledger: Ledger,
  account: LocalAccount,
  { deployment, contracts }: Pick<Wanted, 'deployment' | 'contracts'>,
  managers: readonly PlannedManager[],
  onProgress: (step: string) => void,
): Promise<Address[]> {
  const libraries: Record<string, Address> = {}
  const compiled = (name: string): Hex => linked(name, contracts.bytecode[name] ?? '', libraries)
  const implementations: Address[] = []
  for (const { name } of managers) {
    onProgress(`Deploying the new code of ${name}`)
    for (const library of librariesOf(contracts, name))
      libraries[library] ??= (await deployCode(ledger, account, library, compiled(library))).address
    const constructor = await constructorOf(ledger, name, deployment)
    const code = creationCode(compiled(name), constructor)
    implementations.push((await deployCode(ledger, account, name, code)).address)
  }
  return implementations
}
