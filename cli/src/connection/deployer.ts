// Who pays for contracts on a ledger, directly and by no tenant's server.
import { DEPLOYABLE_GAS_PRICE, DeploymentStoppedError, LedgerUnsuitableError } from '@connex/contracts/deploy'
import type { RemoteDeployer } from '@connex/contracts/deploy'
import { ConfigError, readHeadersFile } from '@connex/node/configValues'
import { Address, GAS_PRICE } from '@connex/protocol'
import { CliError } from '../CliError.ts'
import type { Context } from '../command/Command.ts'
import { required, scalar, text, whole, withDefault } from '../command/Option.ts'
import type { Values } from '../command/Option.ts'
import { passwordOptions } from './connectionOptions.ts'
import { keySourceOf, openSigner } from './keySource.ts'

export const deployerOptions = {
  rpcUrl: required(text('URL', "the ledger's JSON-RPC URL")),
  rpcHeaders: text(
    'FILE',
    'headers for each request to that URL, such as a token: a file, mode 600, one "Name: value" per line',
  ),
  wallet: text('FILE', "the deployer's wallet file"),
  ...passwordOptions,
  signer: text('URL', "a Web3Signer with the deployer's key, instead of a wallet file"),
  address: scalar(
    Address,
    'ADDRESS',
    "the deployer's, if the signer has several keys",
    'must be 0x followed by 40 hex digits',
  ),
}

/** `gasPriceOption('the price of a unit of gas')` */
export const gasPriceOption = (help: string) =>
  withDefault(whole('WEI', help, { from: 0, to: Number(DEPLOYABLE_GAS_PRICE) }), Number(GAS_PRICE))

type DeployerContext = Pick<Context, 'terminal' | 'environment' | 'signal'> & {
  readonly options: Values<typeof deployerOptions>
}

/** Named for each deployment: a wallet of the environment is one that signs every day. */
export async function openDeployer(context: DeployerContext, chainId: number): Promise<RemoteDeployer> {
  const { options } = context
  if (options.wallet === undefined && options.signer === undefined) throw CliError.of('deployerMissing')
  const signer = await openSigner(context, keySourceOf({ options, environment: {} }), chainId)
  return {
    address: signer.address as RemoteDeployer['address'],
    signTransaction: ({ to, ...transaction }) =>
      signer.signTransaction({ ...transaction, to: to === null ? null : Address.parse(to) }),
  }
}

/** The ledger at --rpc-url, with the headers of --rpc-headers. */
export function ledgerOf({
  rpcUrl,
  rpcHeaders,
}: Pick<Values<typeof deployerOptions>, 'rpcUrl' | 'rpcHeaders'>) {
  try {
    return { rpcUrl, headers: rpcHeaders === undefined ? undefined : readHeadersFile(rpcHeaders) }
  } catch (error) {
    throw error instanceof ConfigError
      ? CliError.of('secretFileRefused', '--rpc-headers', error.message)
      : error
  }
}

/** Asks, unless the command was given --yes. */
export async function agree(
  {
    options,
    terminal,
    signal,
  }: Pick<Context, 'terminal' | 'signal'> & { options: { readonly yes: boolean } },
  question: string,
): Promise<void> {
  if (options.yes) return
  if (!terminal.canAsk) throw CliError.of('agreementMissing')
  if (!(await terminal.confirm(question, signal))) throw CliError.of('declined')
}

/** The sentence for each way in which a deployment stops; it gets the reason and the file of the record. */
type Stops = Readonly<
  Record<
    DeploymentStoppedError['code'],
    | 'deploymentDamaged'
    | 'deploymentDisplaced'
    | 'deploymentForeign'
    | 'deploymentWaiting'
    | 'upgradeDisplaced'
    | 'upgradeForeign'
  >
>

/** What stopped it before or between its transactions, as a sentence; other errors as they are. */
export function stopped(error: unknown, stops: Stops, record: string): unknown {
  if (error instanceof DeploymentStoppedError) return CliError.of(stops[error.code], error.message, record)
  if (!(error instanceof LedgerUnsuitableError)) return error
  const causes = error.obstacles.map(({ cause }) => cause)
  if (causes.includes('ledger')) return CliError.of('ledgerUnsuitable', error.message)
  return CliError.of(causes.includes('coins') ? 'deployerUnfunded' : 'platformExists', error.message)
}
