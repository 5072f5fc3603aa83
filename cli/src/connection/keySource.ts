// Where the key lies that a command signs with: in a wallet file, or in a remote signer.
import { resolve } from 'node:path'
import { certificates, clientCertificate, ConfigError, readHeadersFile } from '@connex/node/configValues'
import { openSignerConnection } from '@connex/node/signerConnection'
import { Address } from '@connex/protocol'
import { createLocalSigner, createRemoteSigner } from '@connex/sdk'
import type { Signer } from '@connex/sdk'
import { CliError } from '../CliError.ts'
import type { Context } from '../command/Command.ts'
import type { Values } from '../command/Option.ts'
import type { passwordOptions, signerOptions } from './connectionOptions.ts'
import { unlock } from './walletFile.ts'

export type KeySource =
  { readonly wallet: string } | { readonly signer: string; readonly address: Address | undefined }

type KeyContext = Pick<Context, 'environment' | 'terminal' | 'signal'> & {
  readonly options: Values<typeof signerOptions & typeof passwordOptions> & {
    readonly wallet: string | undefined
  }
}

/** The options' key, else the environment's, else the last login's. Throws where one place has two. */
export function keySourceOf(
  { options, environment }: Pick<KeyContext, 'options' | 'environment'>,
  last?: KeySource,
): KeySource {
  const { CONNEX_WALLET: wallet, CONNEX_SIGNER: signer, CONNEX_SIGNER_ADDRESS: address } = environment
  const given =
    oneOf(options.wallet, options.signer, ['--wallet', '--signer']) ??
    // An empty variable counts as unset.
    oneOf(wallet || undefined, signer || undefined, ['CONNEX_WALLET', 'CONNEX_SIGNER']) ??
    last
  if (given === undefined) throw CliError.of('walletMissing')
  if ('wallet' in given) {
    if (options.address !== undefined) throw CliError.of('keysExclude', '--address', 'a wallet file')
    return given
  }
  checkUrl(given.signer)
  return { signer: given.signer, address: options.address ?? given.address ?? parseAddress(address) }
}

function oneOf(
  wallet: string | undefined,
  signer: string | undefined,
  [walletName, signerName]: readonly [string, string],
): KeySource | undefined {
  if (wallet !== undefined && signer !== undefined) throw CliError.of('keysExclude', walletName, signerName)
  if (wallet !== undefined) return { wallet }
  return signer === undefined ? undefined : { signer, address: undefined }
}

/** A URL is remembered and shown, and others see it in the list of processes. */
function checkUrl(text: string): void {
  const url = URL.parse(text)
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw CliError.of('usage', `--signer must be a URL such as https://127.0.0.1:9000, not '${text}'.`)
  if (url.username !== '' || url.password !== '') throw CliError.of('signerPassword')
}

function parseAddress(text: string | undefined): Address | undefined {
  if (!text) return undefined
  const { success, data } = Address.safeParse(text)
  if (!success) throw CliError.of('usage', 'CONNEX_SIGNER_ADDRESS must be 0x followed by 40 hex digits.')
  return data
}

/** The signer for one chain. A wallet file is unlocked, and its key is in this process alone; a remote key stays where it is. */
export async function openSigner(context: KeyContext, source: KeySource, chainId: number): Promise<Signer> {
  if ('signer' in source) {
    const { signer: url, address } = source
    context.terminal.status.show('Connecting to the signer …')
    const connection = connectionFrom(context.environment)
    return createRemoteSigner({ url, address, chainId, signal: context.signal, ...connection }).finally(() =>
      context.terminal.status.clear(),
    )
  }
  const { passwordFile } = context.options
  const key = await unlock(context, { wallet: source.wallet, passwordFile, isStrict: true })
  const signer = createLocalSigner(key, { chainId })
  key.fill(0)
  return signer
}

/** A source as a login stores it. */
export const remembered = (source: KeySource, address: Address): KeySource =>
  'wallet' in source ? { wallet: resolve(source.wallet) } : { signer: source.signer, address }

const HEADERS = 'CONNEX_SIGNER_HEADERS_FILE'

/** What the way to the signer needs is in files: the same as a server's. */
function connectionFrom(environment: Context['environment']) {
  const read = <Value>(variable: string, parse: (file: string) => Value): Value | undefined => {
    const file = environment[variable]
    if (!file) return undefined
    try {
      return parse(file)
    } catch (error) {
      throw error instanceof ConfigError ? CliError.of('secretFileRefused', variable, error.message) : error
    }
  }
  read(HEADERS, readHeadersFile)
  return openSignerConnection(HEADERS, {
    headersFile: environment[HEADERS] || undefined,
    ca: read('CONNEX_SIGNER_CA_FILE', certificates),
    client: read('CONNEX_SIGNER_CLIENT_FILE', clientCertificate),
  })
}
