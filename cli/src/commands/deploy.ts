import { existsSync } from 'node:fs'
import {
  deploy,
  DEPLOYABLE_GAS_PRICE,
  DeploymentStoppedError,
  LedgerUnsuitableError,
  TransactionRefusedError,
} from '@connex/contracts/deploy'
import type { Deployment, RemoteDeployer } from '@connex/contracts/deploy'
import { Address, GAS_PRICE, PRODUCT, TenantStrings } from '@connex/protocol'
import type { Signer } from '@connex/sdk'
import { CliError } from '../CliError.ts'
import { command } from '../command/Command.ts'
import { flag, required, scalar, text, whole, withDefault } from '../command/Option.ts'
import { passwordOptions } from '../connection/connectionOptions.ts'
import { keySourceOf, openSigner } from '../connection/keySource.ts'
import { checkIdentifier, forceOption } from '../directory/identifiers.ts'
import { writeFileAtomic } from '../process/files.ts'
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
    rpcUrl: required(text('URL', "the ledger's JSON-RPC URL")),
    chainId: required(whole('ID', "the ledger's chain id", { from: 1 })),
    wallet: text('FILE', "the deployer's wallet file"),
    ...passwordOptions,
    signer: text('URL', "a Web3Signer with the deployer's key, instead of a wallet file"),
    address: scalar(
      Address,
      'ADDRESS',
      "the deployer's address, if the signer has several keys",
      'must be 0x followed by 40 hex digits',
    ),
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
    gasPrice: withDefault(
      whole('WEI', 'the price of a unit of gas, which may be 0; refunds are sized for it', {
        from: 0,
        to: Number(DEPLOYABLE_GAS_PRICE),
      }),
      Number(GAS_PRICE),
    ),
    out: withDefault(text('FILE', 'where to write the addresses, blocks and code hashes'), 'deployment.json'),
    yes: flag('deploy without asking'),
  },
  examples: [
    'deploy --rpc-url http://127.0.0.1:8545 --chain-id 31337 --wallet operator.json --api-url https://connex.example',
    'deploy --rpc-url http://127.0.0.1:8545 --chain-id 31337 --wallet operator.json --api-url https://connex.example --gas-price 2000000000',
  ],
  async run(context) {
    const { options, terminal, signal } = context
    if (options.lei !== '') checkIdentifier(context, 'LEI', options.lei)
    const record = `${options.out}.steps`
    const written = [options.out, environmentFile(options.out)]
    const foreign = existsSync(record) ? undefined : written.find((file) => existsSync(file))
    if (foreign !== undefined) throw CliError.of('fileExists', foreign)
    // Named for each deployment: a wallet of the environment is one that signs every day.
    if (options.wallet === undefined && options.signer === undefined) throw CliError.of('deployerMissing')
    const source = keySourceOf({ options, environment: {} })
    const signer = await openSigner(context, source, options.chainId)
    terminal.note(
      `You deploy ${options.name} on the ledger at ${options.rpcUrl}, chain id ${options.chainId}.`,
    )
    if (!options.yes) {
      if (!terminal.canAsk) throw CliError.of('agreementMissing')
      if (!(await terminal.confirm('Deploy?', signal))) throw CliError.of('declined')
    }
    const deployment = await deploy({
      rpcUrl: options.rpcUrl,
      chainId: options.chainId,
      gasPrice: BigInt(options.gasPrice),
      deployerKey: deployerOf(signer),
      record,
      platform: { operator: { name: options.name, apiUrl: options.apiUrl, lei: options.lei } },
      onProgress: (step) => {
        terminal.note(`  ${step}`)
      },
    }).catch((error: unknown) => {
      throw readable(error, record)
    })
    await write(options.out, `${JSON.stringify(deployment, undefined, 2)}\n`)
    await write(environmentFile(options.out), environmentOf(deployment))
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

const STOPPED = {
  foreign: 'deploymentForeign',
  damaged: 'deploymentDamaged',
  displaced: 'deploymentDisplaced',
  waiting: 'deploymentWaiting',
} as const

/** What stopped the deployment, as a sentence; other errors as they are. */
function readable(error: unknown, record: string): unknown {
  if (error instanceof DeploymentStoppedError) return CliError.of(STOPPED[error.code], error.message, record)
  if (error instanceof TransactionRefusedError) return CliError.of('deploymentRefused', error.message, record)
  if (!(error instanceof LedgerUnsuitableError)) return error
  const isLedgers = error.obstacles.some((obstacle) => obstacle.isLedgers)
  return CliError.of(isLedgers ? 'ledgerUnsuitable' : 'deployerUnfunded', error.message)
}

const deployerOf = (signer: Signer): RemoteDeployer => ({
  address: signer.address as RemoteDeployer['address'],
  signTransaction: ({ to, ...transaction }) =>
    signer.signTransaction({ ...transaction, to: to === null ? null : Address.parse(to) }),
})

/** `environmentFile('out/deployment.json')` → 'out/deployment.env' */
const environmentFile = (out: string): string => `${out.replace(/\.json$/, '')}.env`

/** The settings of every server on this platform. */
const environmentOf = ({ contracts, chainId, firstBlock }: Deployment): string =>
  `PLATFORM_MANAGER=${contracts.PlatformManager}\nCHAIN_ID=${chainId}\nSTART_BLOCK=${firstBlock}\n`

async function write(file: string, text: string): Promise<void> {
  await writeFileAtomic(file, text).catch((error: unknown) => {
    throw CliError.of('fileUnwritable', file, (error as NodeJS.ErrnoException).code ?? 'unknown')
  })
}
