// What one server is told, read from the environment once, at start. Everything that is wrong is said at once.
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { Address } from '@connex/protocol'
import type { ApiVersion } from '@connex/protocol'

export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export type Config = {
  host: string
  /** 0 takes any free port. */
  port: number
  /** The server ids that a signed request may name. None: this server's own origin. */
  publicOrigins: string[]
  /** Origins whose pages may call with credentials, beside the public ones. */
  clientOrigins: string[]
  /** What a reverse proxy strips from the path before it gets here; clients sign it as well. */
  publicBasePath: string
  /** PGlite's directory, or a PostgreSQL server. */
  database: { dataDir: string } | { databaseUrl: string }
  /** Where uploaded documents lie; several processes of one database share it. */
  documentsDir: string
  ledgerRpcUrl: string
  ledgerWsUrl: string | undefined
  chainId: number
  platformManager: Address
  startBlock: number
  /** The node account's private key: signs pushes to other servers, and nothing else. */
  nodeKey: `0x${string}`
  hostedTenants: Address[]
  webRoot: string | undefined
  clientConfigFile: string | undefined
  allowPrivatePeers: boolean
  logLevel: LogLevel
  apiVersions: ApiVersion[]
  /** End when the parent's IPC channel or stdin closes, so that no orphan stays. */
  exitWithParent: boolean
}

/** Carries every sentence about what is wrong with the environment. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

type Environment = Readonly<Record<string, string | undefined>>

const origin = (url: URL) => url.origin.toLowerCase()

/** `readConfig(process.env)` throws a ConfigError that names every variable that is missing or wrong. */
export function readConfig(env: Environment): Config {
  const problems: string[] = []
  const read = <T>(name: string, sentence: string, parse: (text: string) => T, fallback?: T): T => {
    const text = env[name]?.trim() ?? ''
    if (text === '') {
      if (fallback === undefined) problems.push(`${name} is missing: ${sentence}`)
      return fallback as T
    }
    try {
      return parse(text)
    } catch (error) {
      const cause = error instanceof ConfigError ? ` (${error.message})` : ''
      problems.push(`${name} is not valid: ${sentence}${cause}`)
      return fallback as T
    }
  }
  const optional = <T>(name: string, sentence: string, parse: (text: string) => T): T | undefined =>
    env[name]?.trim() ? read<T | undefined>(name, sentence, parse, undefined) : undefined

  const config: Config = {
    host: read('HOST', 'an address to listen on', (text) => text, '127.0.0.1'),
    port: read('PORT', 'a port from 0 to 65535', integer(0, 65_535), 4000),
    publicOrigins: read('PUBLIC_ORIGINS', 'a comma list of origins like https://bank.example', origins, []),
    clientOrigins: read('CLIENT_ORIGINS', 'a comma list of origins like https://app.example', origins, []),
    publicBasePath: read('PUBLIC_BASE_PATH', 'a path like /bank, without a slash at its end', basePath, ''),
    database: readDatabase(env, problems),
    documentsDir: read(
      'DOCUMENTS_DIR',
      'the folder for uploaded documents',
      (text) => resolve(text),
      resolve(env['DATA_DIR']?.trim() || '.', 'documents'),
    ),
    ledgerRpcUrl: read(
      'LEDGER_RPC_URL',
      'the ledger’s http URL',
      urlOf('http:', 'https:'),
      'http://127.0.0.1:8545',
    ),
    ledgerWsUrl: optional('LEDGER_WS_URL', 'the ledger’s websocket URL', urlOf('ws:', 'wss:')),
    chainId: read('CHAIN_ID', 'the ledger’s chain id', integer(1, Number.MAX_SAFE_INTEGER), 31337),
    platformManager: read('PLATFORM_MANAGER', 'the platform manager’s address', (text) =>
      Address.parse(text),
    ),
    startBlock: read('START_BLOCK', 'the block from which to index', integer(0, Number.MAX_SAFE_INTEGER), 0),
    nodeKey: read('NODE_KEY_FILE', 'a file that holds the node account’s private key', readKeyFile),
    hostedTenants: read('HOSTED_TENANTS', 'a comma list of tenants’ addresses', addresses),
    webRoot: optional('WEB_ROOT', 'the folder of the built web client', existing('directory')),
    clientConfigFile: optional('CLIENT_CONFIG_FILE', 'the web client’s config.json', existing('file')),
    allowPrivatePeers: read('ALLOW_PRIVATE_PEERS', 'true or false', boolean, false),
    logLevel: read(
      'LOG_LEVEL',
      `one of ${LOG_LEVELS.join(', ')}`,
      (text) => z.enum(LOG_LEVELS).parse(text),
      'info',
    ),
    apiVersions: read('API_VERSIONS', '5,6 or 5', versions, [5, 6]),
    exitWithParent: read('EXIT_WITH_PARENT', 'true or false', boolean, false),
  }
  if (config.publicOrigins.length === 0 && !['127.0.0.1', 'localhost', '::1'].includes(config.host))
    problems.push('PUBLIC_ORIGINS is missing: under which origins clients and other servers know this one')
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return config
}

function readDatabase(env: Environment, problems: string[]): Config['database'] {
  const databaseUrl = env['DATABASE_URL']?.trim()
  const dataDir = env['DATA_DIR']?.trim()
  if (databaseUrl && dataDir) problems.push('DATA_DIR and DATABASE_URL exclude each other: give one')
  if (databaseUrl) {
    if (!/^postgres(ql)?:\/\//.test(databaseUrl))
      problems.push('DATABASE_URL is not valid: it begins with postgres://')
    return { databaseUrl }
  }
  if (!dataDir)
    problems.push('DATA_DIR is missing: a folder for the embedded database (or give DATABASE_URL)')
  return { dataDir: resolve(dataDir ?? '.') }
}

function readKeyFile(path: string): `0x${string}` {
  const file = resolve(path)
  let text: string
  try {
    // Anyone who reads the key can push data in the tenants' name.
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
      throw new ConfigError('others may read it: chmod 600')
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw error instanceof ConfigError ? error : new ConfigError('it cannot be read')
  }
  const digits = text.startsWith('0x') ? text.slice(2) : text
  if (!/^[0-9a-fA-F]{64}$/.test(digits)) throw new ConfigError('it does not hold 32 bytes of hex')
  return `0x${digits.toLowerCase()}`
}

const list = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

const addresses = (text: string): Address[] => [...new Set(list(text).map((item) => Address.parse(item)))]

function origins(text: string): string[] {
  return list(text).map((item) => {
    const url = new URL(item)
    if (!['http:', 'https:'].includes(url.protocol) || url.pathname !== '/' || url.search || url.hash)
      throw new ConfigError(`${item} is not an origin`)
    return origin(url)
  })
}

function versions(text: string): ApiVersion[] {
  const given = new Set(list(text).map(Number))
  if (given.size === 0 || ![...given].every((version) => version === 5 || version === 6))
    throw new ConfigError('there are versions 5 and 6')
  return ([5, 6] as const).filter((version) => given.has(version))
}

function basePath(text: string): string {
  if (!/^(\/[A-Za-z0-9._~-]+)+$/.test(text)) throw new ConfigError('not a path')
  return text
}

const integer = (minimum: number, maximum: number) => (text: string) => {
  const value = Number(text)
  if (!/^[0-9]{1,16}$/.test(text) || value < minimum || value > maximum)
    throw new ConfigError('not a whole number in range')
  return value
}

const urlOf =
  (...protocols: string[]) =>
  (text: string) => {
    if (!protocols.includes(new URL(text).protocol)) throw new ConfigError('wrong protocol')
    return text
  }

const existing = (kind: 'file' | 'directory') => (path: string) => {
  const found = statSync(resolve(path), { throwIfNoEntry: false })
  if (!(kind === 'file' ? found?.isFile() : found?.isDirectory())) throw new ConfigError(`no such ${kind}`)
  return resolve(path)
}

function boolean(text: string): boolean {
  if (!['true', 'false', '1', '0'].includes(text)) throw new ConfigError('neither true nor false')
  return text === 'true' || text === '1'
}
