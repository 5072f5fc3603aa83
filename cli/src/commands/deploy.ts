import { existsSync } from 'node:fs'
import { deploy, TransactionRefusedError } from '@connex/contracts/deploy'
import type { Deployment } from '@connex/contracts/deploy'
import { PRODUCT, TenantStrings } from '@connex/protocol'
import { CliError } from '../CliError.ts'
import { command } from '../command/Command.ts'
import { flag, required, text, whole, withDefault } from '../command/Option.ts'
import {
  agree,
  deployerOptions,
  gasPriceOption,
  ledgerOf,
  openDeployer,
  stopped,
} from '../connection/deployer.ts'
import { writeDeployment, writeText } from '../directory/deploymentFile.ts'
import { checkIdentifier, forceOption } from '../directory/identifiers.ts'
import { fieldList } from '../terminal/table.ts'

export const deployCommand = command({
  path: 'deploy',
  summary: 'deploy the contracts on an EVM ledger',
  about:
    "The wallet pays, and becomes the first administrator of the operator's tenant. First checks whether the ledger is " +
    'suitable, and sends nothing if it is not. Prints all addresses and writes them to --out; a file of the same name, ending ' +
    'in .env, has the variables that every server needs. Records each transaction in FILE.steps before it is published: after ' +
    'an interruption the same command continues there.',
  options: {
    chainId: required(whole('ID', "the ledger's chain id", { from: 1 })),
    ...deployerOptions,
    name: withDefault(
      text('NAME', "the platform's name, and its operator's", { of: TenantStrings.shape.name }),
      `${PRODUCT.name} Platform`,
    ),
    apiUrl: required(text('URL', "the operator's server", { of: TenantStrings.shape.api })),
    lei: withDefault(
      text('LEI', "the operator's legal entity identifier", { of: TenantStrings.shape.lei }),
      '',
    ),
    force: forceOption('an LEI'),
    gasPrice: gasPriceOption('the price of a unit of gas, which may be 0; refunds are sized for it'),
    out: withDefault(text('FILE', 'where to write the addresses, blocks and code hashes'), 'deployment.json'),
    another: flag('deploy even if this wallet has already deployed a platform on this ledger'),
    yes: flag('deploy without asking'),
  },
  examples: [
    'deploy --rpc-url http://127.0.0.1:8545 --chain-id 31337 --wallet operator.json --api-url https://connex.example',
    'deploy --rpc-url http://127.0.0.1:8545 --chain-id 31337 --wallet operator.json --api-url https://connex.example --gas-price 2000000000',
  ],
  async run(context) {
    const { options, terminal } = context
    if (options.lei !== '') checkIdentifier(context, 'LEI', options.lei)
    const record = `${options.out}.steps`
    const written = [options.out, environmentFile(options.out)]
    const foreign = existsSync(record) ? undefined : written.find((file) => existsSync(file))
    if (foreign !== undefined) throw CliError.of('fileExists', foreign)
    const deployerKey = await openDeployer(context, options.chainId)
    terminal.note(
      `You deploy ${options.name} on the ledger at ${options.rpcUrl}, chain id ${options.chainId}.`,
    )
    await agree(context, 'Deploy?')
    const deployment = await deploy({
      ...ledgerOf(options),
      chainId: options.chainId,
      gasPrice: BigInt(options.gasPrice),
      deployerKey,
      record,
      isFirst: !options.another,
      platform: { operator: { name: options.name, apiUrl: options.apiUrl, lei: options.lei } },
      onProgress: (step) => {
        terminal.note(`  ${step}`)
      },
    }).catch((error: unknown) => {
      throw readable(error, record)
    })
    await writeDeployment(options.out, deployment)
    await writeText(environmentFile(options.out), environmentOf(deployment))
    return deployment
  },
  show: ({ contracts, operator, firstBlock, lastBlock }) =>
    fieldList([
      ...Object.entries(contracts),
      ['Operator tenant', operator.tenant],
      ['First block', String(firstBlock)],
      ['Last block', String(lastBlock)],
    ]),
})

const STOPS = {
  foreign: 'deploymentForeign',
  damaged: 'deploymentDamaged',
  displaced: 'deploymentDisplaced',
  waiting: 'deploymentWaiting',
} as const

/** What stopped the deployment, as a sentence; other errors as they are. */
const readable = (error: unknown, record: string): unknown =>
  error instanceof TransactionRefusedError
    ? CliError.of('deploymentRefused', error.message, record)
    : stopped(error, STOPS, record)

/** `environmentFile('out/deployment.json')` → 'out/deployment.env' */
const environmentFile = (out: string): string => `${out.replace(/\.json$/, '')}.env`

/** The settings of every server on this platform. */
const environmentOf = ({ contracts, chainId, firstBlock }: Deployment): string =>
  `PLATFORM_MANAGER=${contracts.PlatformManager}\nCHAIN_ID=${chainId}\nSTART_BLOCK=${firstBlock}\n`
