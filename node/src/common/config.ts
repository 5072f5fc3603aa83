// One server's configuration, read from the environment at start. All problems are reported at once.
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { Address, GAS_LIMIT, GAS_PRICE, toQuantity } from '@connex/protocol'
import type { ApiVersion, ClientConfig, Confirmations, Fees } from '@connex/protocol'
import * as z from 'zod/mini'
import { readClientConfig } from './clientConfig.ts'
import {
  ConfigError,
  addresses,
  basePath,
  boolean,
  certificates,
  clientCertificate,
  existingFolder,
  feeType,
  hostAndPort,
  integer,
  networks,
  origins,
  readHeadersFile,
  readKeyFile,
  readMountedSecret,
  requireMountedSecret,
  token,
  urlsOf,
  versions,
  webUrl,
} from './configValues.ts'
import type { PeerOptions } from './peerFetch.ts'
import type { OwnPlace } from './clientConfig.ts'

export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** What a connection to a remote signer needs. */
export type SignerFiles = {
  /** With a line like `Authorization: Bearer …` for each header. */
  headersFile: string | undefined
  /** PEM of authorities, beside the public ones. */
  ca: string | undefined
  /** PEM of a certificate and its key, for a signer that asks who calls. */
  client: string | undefined
}

/** Where the node account's key lies, if not in a file. */
export type NodeSigner = SignerFiles & { url: string; address: Address | undefined }

export type Config = PeerOptions & {
  host: string
  /** 0 takes any free port. */
  port: number
  /** The server ids that a signed request may name. Empty: this server's own origin. */
  publicOrigins: string[]
  /** Further origins whose pages may call with credentials. */
  clientOrigins: string[]
  /** The path prefix that a reverse proxy strips; clients sign it. */
  publicBasePath: string
  /** PGlite's directory, or a PostgreSQL server. */
  database: { dataDir: string } | { databaseUrl: string; pool?: number }
  /** Uploaded documents; shared by all processes of one database. */
  documentsDir: string
  /** The ledger's nodes, the preferred one first. A URL may have a user and a password. */
  ledgerRpcUrls: string[]
  /** Where nodes announce new blocks; empty: the ledger is polled. */
  ledgerWsUrls: string[]
  /** Headers of every request to the ledger; read again when it changes. */
  ledgerHeadersFile: string | undefined
  /** How often to ask for the newest block while no WebSocket is open, and while one is. */
  ledgerPollMs: number
  ledgerWsPollMs: number
  chainId: number
  platformManager: Address
  startBlock: number
  /** What the users' ledger transactions pay for gas; clients learn it by introspection. */
  fees: Fees
  /** The node account's private key: signs pushes to other servers, and nothing else. Undefined with `nodeSigner`. */
  nodeKey: `0x${string}` | undefined
  /** The remote signer that has the key, in place of `nodeKey`. */
  nodeSigner: NodeSigner | undefined
  hostedTenants: Address[]
  webRoot: string | undefined
  /** What the server answers as the web client's config/config.json. */
  clientConfig: ClientConfig
  logLevel: LogLevel
  apiVersions: ApiVersion[]
  /** Prometheus' bearer token; without one there are metrics on an address of their own only. */
  metricsToken: string | undefined
  /** Where the metrics are, in place of the public port. */
  metricsAddress: { host: string; port: number } | undefined
  /** Requests of one source within a minute; 0 for no limit. */
  requestLimit: number
  /** How deep below the ledger's head a block is final; `finalized`: the ledger says itself. */
  confirmations: Confirmations
  /** A chain reorg of more blocks than this halts the index until an operator acts. */
  finalityDepth: number
  /** Gas of a read of the ledger. */
  callGasLimit: number
  /** Addresses of reverse proxies whose X-Forwarded-For is believed. */
  trustedProxies: string[]
  /** End when the parent's IPC channel or stdin closes, so that no orphan remains. */
  exitWithParent: boolean
}

/** Every variable, with an example. docs/operating.md explains them. */
export const VARIABLES = {
  HOST: '0.0.0.0',
  PORT: '4000',
  PUBLIC_ORIGINS: 'https://bank.example',
  CLIENT_ORIGINS: 'https://app.bank.example',
  PUBLIC_BASE_PATH: '/bank',
  DATA_DIR: '/var/lib/connex',
  DATABASE_URL: 'postgres://connex@db.bank.example/connex',
  DATABASE_URL_FILE: '/run/secrets/database-url',
  DATABASE_POOL: '10',
  DOCUMENTS_DIR: '/var/lib/connex/documents',
  LEDGER_RPC_URL: 'http://127.0.0.1:8545',
  LEDGER_WS_URL: 'ws://127.0.0.1:8545',
  LEDGER_RPC_HEADERS_FILE: '/etc/connex/ledger.headers',
  LEDGER_POLL_MS: '1000',
  LEDGER_WS_POLL_MS: '5000',
  CHAIN_ID: '31337',
  PLATFORM_MANAGER: '0x5fbdb2315678afecb367f032d93f642f64180aa3',
  START_BLOCK: '0',
  NODE_KEY_FILE: '/etc/connex/node.key',
  NODE_SIGNER_URL: 'https://signer.bank.example:9000',
  NODE_SIGNER_ADDRESS: '0x627306090abab3a6e1400e9345bc60c78a8bef57',
  NODE_SIGNER_HEADERS_FILE: '/etc/connex/signer.headers',
  NODE_SIGNER_CA_FILE: '/etc/connex/signer-ca.pem',
  NODE_SIGNER_CLIENT_FILE: '/etc/connex/signer-client.pem',
  HOSTED_TENANTS: '0x9fe46736679d2d9a65f0992f2272de9f3c7fa6e0',
  WEB_ROOT: '/usr/share/connex/web',
  CLIENT_CONFIG_FILE: '/etc/connex/config.json',
  PEER_NETWORKS: '10.20.0.0/16',
  PEER_CA_FILE: '/etc/connex/peers.pem',
  PEER_PROXY: 'http://proxy.bank.example:3128',
  ALLOW_PRIVATE_PEERS: 'false',
  LOG_LEVEL: 'info',
  API_VERSIONS: '5,6',
  METRICS_TOKEN: 'at-least-16-letters-and-digits',
  METRICS_ADDRESS: '127.0.0.1:9464',
  METRICS_TOKEN_FILE: '/run/secrets/metrics-token',
  REQUEST_LIMIT: '6000',
  CALL_GAS_LIMIT: '16000000',
  CONFIRMATIONS: '0',
  FINALITY_DEPTH: '10000',
  GAS_PRICE: '1',
  GAS_PRICE_TYPE: 'legacy',
  GAS_TIP: '0',
  TRUSTED_PROXIES: '10.0.0.7,10.1.0.0/16',
  EXIT_WITH_PARENT: 'false',
} as const

type Variable = keyof typeof VARIABLES

type Environment = Readonly<Record<string, string | undefined>>

/** Throws a ConfigError with every missing or invalid variable. `readConfig(process.env)` */
export function readConfig(given: Environment): Config {
  const problems: string[] = []
  const env = withSecrets(given, problems)
  const reader = createReader(env, problems)
  const { read, optional, report } = reader
  const own: Omit<Config, 'clientConfig'> = {
    host: read('HOST', 'an address to listen on', (text) => text, '127.0.0.1'),
    port: read('PORT', 'a port from 0 to 65535', integer(0, 65_535), 4000),
    publicOrigins: read('PUBLIC_ORIGINS', 'a comma list of origins like https://bank.example', origins, []),
    clientOrigins: read('CLIENT_ORIGINS', 'a comma list of origins like https://app.example', origins, []),
    publicBasePath: read('PUBLIC_BASE_PATH', 'a path like /bank, without a slash at its end', basePath, ''),
    database: readDatabase(env, problems, reader),
    documentsDir: read(
      'DOCUMENTS_DIR',
      'the folder for uploaded documents',
      (text) => resolve(text),
      // Processes of one PostgreSQL share the folder: it is not a matter of where one of them starts.
      env['DATABASE_URL']?.trim() ? undefined : resolve(env['DATA_DIR']?.trim() || '.', 'documents'),
    ),
    ...readLedger(reader),
    ...readNodeAccount(env, problems, reader),
    hostedTenants: read('HOSTED_TENANTS', 'a comma list of tenants’ addresses', addresses),
    webRoot: optional('WEB_ROOT', 'the folder of the built web client', existingFolder),
    ...readPeers(reader),
    logLevel: read(
      'LOG_LEVEL',
      `one of ${LOG_LEVELS.join(', ')}`,
      (text) => z.enum(LOG_LEVELS).parse(text),
      'info',
    ),
    apiVersions: read('API_VERSIONS', '5,6 or 5', versions, [5, 6]),
    metricsToken: optional('METRICS_TOKEN', '16 to 200 letters, digits, - or _', token),
    metricsAddress: optional('METRICS_ADDRESS', 'an address and a port', hostAndPort),
    requestLimit: read(
      'REQUEST_LIMIT',
      'requests of one source within a minute, 0 for any number',
      integer(0, 100_000_000),
      6000,
    ),
    trustedProxies: read('TRUSTED_PROXIES', 'a comma list of addresses or networks', networks, []),
    exitWithParent: read('EXIT_WITH_PARENT', 'true or false', boolean, false),
  }
  const config = { ...own, clientConfig: readClient(reader, own) }
  if (config.publicOrigins.length === 0 && !['127.0.0.1', 'localhost', '::1'].includes(config.host))
    report(
      'PUBLIC_ORIGINS',
      'is missing',
      'the origins under which clients and other servers reach this server',
    )
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return config
}

const readPeers = ({ read, optional }: Reader): PeerOptions => ({
  allowPrivatePeers: read('ALLOW_PRIVATE_PEERS', 'true or false', boolean, false),
  peerNetworks: read('PEER_NETWORKS', 'a comma list of the private networks of other servers', networks, []),
  peerCa: optional('PEER_CA_FILE', 'a PEM file with certificates of authorities', certificates),
  peerProxy: optional('PEER_PROXY', 'the URL of a forward proxy', webUrl),
})

/** The node account's key lies in a file or in a remote signer. */
function readNodeAccount(
  env: Environment,
  problems: string[],
  { read, optional, report }: Reader,
): Pick<Config, 'nodeKey' | 'nodeSigner'> {
  const url = optional('NODE_SIGNER_URL', 'the URL of a Web3Signer', webUrl)
  const nodeSigner = {
    address: optional('NODE_SIGNER_ADDRESS', 'the node account’s address', (text) => Address.parse(text)),
    headersFile: optional('NODE_SIGNER_HEADERS_FILE', HEADERS_SENTENCE, headersPath),
    ca: optional('NODE_SIGNER_CA_FILE', 'a PEM file with certificates of authorities', certificates),
    client: optional(
      'NODE_SIGNER_CLIENT_FILE',
      'a PEM file with a certificate and its key',
      clientCertificate,
    ),
  }
  if (!env['NODE_SIGNER_URL']?.trim()) {
    for (const name of SIGNER_VARIABLES)
      if (env[name]?.trim()) report(name, 'is set without NODE_SIGNER_URL', 'it belongs to a remote signer')
    const nodeKey = read('NODE_KEY_FILE', 'a file with the node account’s private key', readKeyFile)
    return { nodeKey, nodeSigner: undefined }
  }
  if (env['NODE_KEY_FILE']?.trim())
    problems.push('NODE_KEY_FILE and NODE_SIGNER_URL exclude each other: set one of them')
  return { nodeKey: undefined, nodeSigner: { url: url ?? '', ...nodeSigner } }
}

const SIGNER_VARIABLES = [
  'NODE_SIGNER_ADDRESS',
  'NODE_SIGNER_HEADERS_FILE',
  'NODE_SIGNER_CA_FILE',
  'NODE_SIGNER_CLIENT_FILE',
] as const

const HEADERS_SENTENCE = 'a file with a line like "Authorization: Bearer …" for each header'

/** The path of a file whose headers are right. */
function headersPath(path: string): string {
  readHeadersFile(path)
  return resolve(path)
}

const readClient = ({ read }: Reader, own: OwnPlace): ClientConfig =>
  read(
    'CLIENT_CONFIG_FILE',
    'a file with fields of the web client’s config.json',
    (file) => {
      try {
        return readClientConfig(file, own)
      } catch (error) {
        const isUnreadable = (error as NodeJS.ErrnoException).code !== undefined
        throw new ConfigError(isUnreadable ? 'it cannot be read' : (error as Error).message)
      }
    },
    readClientConfig(undefined, own),
  )

type EndpointsConfig = Pick<
  Config,
  'ledgerRpcUrls' | 'ledgerWsUrls' | 'ledgerHeadersFile' | 'ledgerPollMs' | 'ledgerWsPollMs'
>
type LedgerConfig = Pick<Config, 'chainId' | 'platformManager' | 'startBlock' | 'fees' | 'callGasLimit'>
type Finality = Pick<Config, 'confirmations' | 'finalityDepth'>

const readLedger = (reader: Reader): LedgerConfig & EndpointsConfig & Finality => ({
  ...readEndpoints(reader),
  ...readChain(reader),
  ...readFinality(reader),
  fees: readFees(reader),
})

function readFinality({ read, report }: Reader): Finality {
  const finalityDepth = read(
    'FINALITY_DEPTH',
    'blocks that a chain reorg may take back, 1 to 1000000',
    integer(1, 1_000_000),
    10_000,
  )
  const confirmations = read(
    'CONFIRMATIONS',
    'blocks after which a block is final, 0 for at once, or finalized',
    (text) => (text === 'finalized' ? text : integer(0, 1_000_000)(text)),
    0,
  )
  if (confirmations !== 'finalized' && confirmations > finalityDepth)
    report('CONFIRMATIONS', 'is not valid', 'at most FINALITY_DEPTH, after which the index follows no reorg')
  return { confirmations, finalityDepth }
}

const WEI_MAXIMUM = 10 ** 15

function readFees({ read, report }: Reader): Fees {
  const price = read('GAS_PRICE', 'wei for a unit of gas', integer(0, WEI_MAXIMUM), Number(GAS_PRICE))
  const type = read('GAS_PRICE_TYPE', 'legacy or eip1559', feeType, 'legacy')
  const tip = read('GAS_TIP', 'wei for a unit of gas, at most GAS_PRICE', integer(0, WEI_MAXIMUM), 0)
  if (tip > price) report('GAS_TIP', 'is not valid', 'it is part of GAS_PRICE, and cannot be more')
  if (tip > 0 && type === 'legacy')
    report('GAS_TIP', 'is not valid', 'only transactions of GAS_PRICE_TYPE=eip1559 have one')
  const most = toQuantity(BigInt(price))
  return type === 'legacy'
    ? { type, gasPrice: most }
    : { type, maxFeePerGas: most, maxPriorityFeePerGas: toQuantity(BigInt(tip)) }
}

const POLL_MAXIMUM_MS = 60_000

const readEndpoints = ({ read, optional }: Reader): EndpointsConfig => ({
  ledgerRpcUrls: read(
    'LEDGER_RPC_URL',
    'a comma list of the ledger’s http URLs, the preferred one first',
    urlsOf('http:', 'https:'),
    ['http://127.0.0.1:8545'],
  ),
  ledgerWsUrls: read(
    'LEDGER_WS_URL',
    'a comma list of the ledger’s websocket URLs',
    urlsOf('ws:', 'wss:'),
    [],
  ),
  ledgerHeadersFile: optional('LEDGER_RPC_HEADERS_FILE', HEADERS_SENTENCE, headersPath),
  ledgerPollMs: read('LEDGER_POLL_MS', 'milliseconds, 10 to 60000', integer(10, POLL_MAXIMUM_MS), 1_000),
  ledgerWsPollMs: read('LEDGER_WS_POLL_MS', 'milliseconds, 10 to 60000', integer(10, POLL_MAXIMUM_MS), 5_000),
})

const readChain = ({ read }: Reader): Omit<LedgerConfig, 'fees'> => ({
  chainId: read('CHAIN_ID', 'the ledger’s chain id', integer(1, Number.MAX_SAFE_INTEGER), 31337),
  platformManager: read('PLATFORM_MANAGER', 'the platform manager’s address', (text) => Address.parse(text)),
  startBlock: read('START_BLOCK', 'the block from which to index', integer(0, Number.MAX_SAFE_INTEGER), 0),
  callGasLimit: read(
    'CALL_GAS_LIMIT',
    'the gas of a read of the ledger, 21000 to 1000000000',
    integer(21_000, 1_000_000_000),
    Number(GAS_LIMIT),
  ),
})

type Reader = ReturnType<typeof createReader>

/** Reads single variables, and collects their problems. */
function createReader(env: Environment, problems: string[]) {
  const report = (name: Variable, problem: string, sentence: string, cause = ''): void => {
    problems.push(`${name} ${problem}: ${sentence}${cause}, like ${name}=${VARIABLES[name]}`)
  }
  const read = <T>(name: Variable, sentence: string, parse: (text: string) => T, fallback?: T): T => {
    const text = env[name]?.trim() ?? ''
    if (text === '') {
      if (fallback === undefined) report(name, 'is missing', sentence)
      return fallback as T
    }
    try {
      return parse(text)
    } catch (error) {
      const cause = error instanceof ConfigError ? ` (${error.message})` : ''
      report(name, 'is not valid', sentence, cause)
      return fallback as T
    }
  }
  const optional = <T>(name: Variable, sentence: string, parse: (text: string) => T): T | undefined =>
    env[name]?.trim() ? read<T | undefined>(name, sentence, parse, undefined) : undefined
  return { read, optional, report }
}

type Report = Reader['report']

/** What may come from a file instead, whose name then ends in `_FILE`. */
const SECRETS = ['DATABASE_URL', 'METRICS_TOKEN'] as const

/** Reads secrets from their files, as a secret store mounts them. */
function withSecrets(env: Environment, problems: string[]): Environment {
  const { read, report } = createReader(env, problems)
  const secrets: Record<string, string> = {}
  for (const name of SECRETS) {
    const file = `${name}_FILE` as const
    if (!env[file]?.trim()) continue
    if (env[name]?.trim()) problems.push(`${name} and ${file} exclude each other: set one of them`)
    else secrets[name] = read(file, `a file with ${name}`, (path) => readMountedSecret(path).trim(), '')
    if (secrets[name] === '' && problems.length === 0) report(file, 'is not valid', 'the file is empty')
  }
  return { ...env, ...secrets }
}

function readDatabase(env: Environment, problems: string[], { read, report }: Reader): Config['database'] {
  const databaseUrl = env['DATABASE_URL']?.trim()
  const dataDir = env['DATA_DIR']?.trim()
  if (databaseUrl && dataDir) problems.push('DATA_DIR and DATABASE_URL exclude each other: set one of them')
  if (databaseUrl) {
    if (!/^postgres(ql)?:\/\//.test(databaseUrl) || !URL.canParse(databaseUrl))
      report('DATABASE_URL', 'is not valid', 'a URL that begins with postgres://')
    else reportTls(new URL(databaseUrl).searchParams, report)
    return { databaseUrl, pool: read('DATABASE_POOL', 'connections, 2 to 1000', integer(2, 1000), 10) }
  }
  // A URL whose file is refused is reported already.
  if (!dataDir && !env['DATABASE_URL_FILE']?.trim())
    report('DATA_DIR', 'is missing', 'a folder for the embedded database (or set DATABASE_URL)')
  return { dataDir: resolve(dataDir ?? '.') }
}

/** Some modes encrypt without a check of the server, and what they check changes with the driver's version. */
function reportTls(parameters: URLSearchParams, report: Report): void {
  const mode = parameters.get('sslmode') ?? 'disable'
  if (!['disable', 'verify-full', 'no-verify'].includes(mode))
    report('DATABASE_URL', 'is not valid', 'sslmode is disable, verify-full or no-verify')
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    const file = parameters.get(name)
    if (file !== null && !statSync(file, { throwIfNoEntry: false })?.isFile())
      report('DATABASE_URL', 'is not valid', `the file of ${name} exists`)
    else if (file !== null && name === 'sslkey') reportOpenKey(file, report)
  }
}

function reportOpenKey(file: string, report: Report): void {
  try {
    requireMountedSecret(file)
  } catch (error) {
    report('DATABASE_URL', 'is not valid', 'the file of sslkey is secret', ` (${(error as Error).message})`)
  }
}
