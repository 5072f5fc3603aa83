import { TransactionRefusedError } from '@connex/contracts/deploy'
import type { Deployment } from '@connex/contracts/deploy'
import {
  deployUpgrade,
  lookForUpgrade,
  ownContracts,
  UpgradeImpossibleError,
} from '@connex/contracts/upgrade'
import type { PlannedManager, PreparedUpgrade, ReleasedContracts } from '@connex/contracts/upgrade'
import { existsSync } from 'node:fs'
import { CliError } from '../../CliError.ts'
import { command } from '../../command/Command.ts'
import { flag, text } from '../../command/Option.ts'
import {
  agree,
  deployerOptions,
  gasPriceOption,
  ledgerOf,
  openDeployer,
  stopped,
} from '../../connection/deployer.ts'
import { isRecord, readDeployment, readJsonFile, writeDeployment } from '../../directory/deploymentFile.ts'
import { fieldList, table } from '../../terminal/table.ts'
import { deploymentOption, managerOption } from './managers.ts'

export const deployUpgradeCommand = command({
  path: 'upgrade deploy',
  summary: "deploy newer code for the platform's managers, to be announced next",
  about:
    'Deploys the code of this program for every manager that is older on the ledger; no manager runs it yet. First checks the ' +
    "code's size, kind, version and storage layout, the operator's privileges, and that no other change is announced. Adds what it " +
    'deployed to the deployment file. Records each transaction in FILE.VERSION.steps before it is published: after an ' +
    'interruption the same command continues there.',
  options: {
    deployment: deploymentOption,
    ...deployerOptions,
    gasPrice: gasPriceOption('the price of a unit of gas, which may be 0'),
    manager: managerOption,
    contracts: text('FILE', "the contracts of a release, instead of this program's own"),
    dryRun: flag('check, and show what would be deployed; send nothing'),
    yes: flag('deploy without asking'),
  },
  examples: [
    'upgrade deploy --rpc-url http://127.0.0.1:8545 --wallet deployer.json --dry-run',
    'upgrade deploy --rpc-url http://127.0.0.1:8545 --wallet deployer.json --manager DeliveryManager',
  ],
  async run(context) {
    const { options, terminal } = context
    const file = options.deployment
    const deployment = readDeployment(file)
    const contracts = options.contracts === undefined ? ownContracts : readContracts(options.contracts)
    const record = `${file}.${contracts.version}.steps`
    const parameters = {
      ...ledgerOf(options),
      chainId: deployment.chainId,
      gasPrice: BigInt(options.gasPrice),
      deployerKey: await openDeployer(context, deployment.chainId),
      deployment,
      contracts,
      named: options.manager,
    }
    const explained = (error: unknown): never => {
      throw readable(error, record)
    }
    if (options.dryRun || !existsSync(record)) {
      const planned = await lookForUpgrade(parameters).catch(explained)
      if (options.dryRun) return { isDryRun: true as const, version: contracts.version, managers: planned }
      if (planned.length === 0) throw CliError.of('upgradeNothing')
      terminal.note(`You deploy code of version ${contracts.version} for:\n\n${showPlanned(planned)}\n`)
    }
    await agree(context, 'Deploy?')
    const onProgress = (step: string): void => terminal.note(`  ${step}`)
    const prepared = await deployUpgrade({ ...parameters, record, onProgress }).catch(explained)
    await writeDeployment(file, withUpgrade(deployment, prepared))
    return { isDryRun: false as const, ...prepared.upgrade }
  },
  show: (answer) => {
    if (answer.isDryRun) return showPlanned(answer.managers)
    const lines = answer.managers.map(({ name, implementation }) => [name, implementation] as const)
    return `${fieldList(lines)}\n\nNext: connex upgrade announce`
  },
})

const showPlanned = (planned: readonly PlannedManager[]): string =>
  table(
    planned,
    [
      { title: 'Manager', of: ({ name }) => name },
      { title: 'Address', of: ({ address }) => address },
      { title: 'Version', of: ({ version }) => String(version), isRight: true },
      { title: 'New', of: ({ newVersion }) => String(newVersion), isRight: true },
    ],
    'No manager on the ledger is older than these contracts.',
  )

const STOPS = {
  foreign: 'upgradeForeign',
  damaged: 'deploymentDamaged',
  displaced: 'upgradeDisplaced',
  waiting: 'deploymentWaiting',
} as const

function readable(error: unknown, record: string): unknown {
  if (error instanceof UpgradeImpossibleError) return CliError.of('upgradeImpossible', error.message)
  if (error instanceof TransactionRefusedError) return CliError.of('deploymentRefused', error.message, record)
  return stopped(error, STOPS, record)
}

/** A second run of the same command changes nothing in it. */
function withUpgrade(deployment: Deployment, { upgrade, code }: PreparedUpgrade): Deployment {
  const known = new Set(deployment.code.map(({ address }) => address))
  const others = deployment.upgrades?.filter(({ version }) => version !== upgrade.version) ?? []
  return {
    ...deployment,
    code: [...deployment.code, ...code.filter(({ address }) => !known.has(address))],
    upgrades: [...others, upgrade],
  }
}

function readContracts(file: string): ReleasedContracts {
  const found = readJsonFile(file)
  const isWhole =
    isRecord(found) &&
    typeof found['version'] === 'string' &&
    /^[\w.+-]+$/.test(found['version']) &&
    isRecord(found['storageLayouts']) &&
    isRecord(found['bytecode']) &&
    Object.values(found['bytecode']).every((code) => typeof code === 'string' && /^0x\w*$/.test(code))
  if (!isWhole) throw CliError.of('fileForeign', file, 'the contracts of a release')
  return found as ReleasedContracts
}
