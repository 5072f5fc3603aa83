// What a variable of the environment must be: each of these reads its text, or throws a ConfigError without the value, which may
// be a secret.
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { isAbsolute, resolve, sep } from 'node:path'
import { Address } from '@connex/protocol'
import type { ApiVersion, Fees } from '@connex/protocol'

/** Its message has a line for each problem of the environment. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const origin = (url: URL) => url.origin.toLowerCase()

export function feeType(text: string): Fees['type'] {
  if (text !== 'legacy' && text !== 'eip1559') throw new ConfigError('neither legacy nor eip1559')
  return text
}

export function readReadable(path: string): string {
  try {
    return readFileSync(resolve(path), 'utf8')
  } catch {
    throw new ConfigError('it cannot be read')
  }
}

export function readKeyFile(path: string): `0x${string}` {
  const text = readSecretFile(path).trim()
  const digits = text.startsWith('0x') ? text.slice(2) : text
  if (!/^[0-9a-fA-F]{64}$/.test(digits)) throw new ConfigError('it must contain 32 bytes of hex')
  return `0x${digits.toLowerCase()}`
}

/** Whoever reads the node key can push data in the tenants' name, and whoever reads a token can use the ledger. */
function readSecretFile(path: string): string {
  requireSecret(path, false)
  return readReadable(path)
}

/** A secret that a secret store may mount for a group, as Kubernetes does for the pod's: mode 0440. */
export function readMountedSecret(path: string): string {
  requireMountedSecret(path)
  return readReadable(path)
}

/** Refuses a file that users outside of its group can read. */
export const requireMountedSecret = (path: string): void => requireSecret(path, true)

function requireSecret(path: string, mayGroupRead: boolean): void {
  const file = resolve(path)
  if (process.platform === 'win32') return
  try {
    const refused = mayGroupRead || isCredential(file) ? 0o037 : 0o077
    if ((statSync(file).mode & refused) === 0) return
  } catch {
    throw new ConfigError('it cannot be read')
  }
  const mounted = mayGroupRead ? ', or mount it with mode 0440' : ''
  throw new ConfigError(`other users can read it: run chmod 600${mounted}`)
}

/**
 * Whether systemd has put the file into the unit's own folder, which nobody else can enter. With `DynamicUser=yes`, systemd 254 and
 * later lets the one user read it by an access control list, whose mask looks like a right of the group: mode 0440.
 */
function isCredential(file: string): boolean {
  const folder = process.env['CREDENTIALS_DIRECTORY'] ?? ''
  return isAbsolute(folder) && existsSync(folder) && realpathSync(file).startsWith(realpathSync(folder) + sep)
}

/** A certificate and its private key in one PEM file, readable by its owner only. */
export function clientCertificate(path: string): string {
  const pem = readSecretFile(path)
  try {
    if (!new X509Certificate(pem).checkPrivateKey(createPrivateKey(pem)))
      throw new ConfigError('its key is of another certificate')
  } catch (error) {
    throw error instanceof ConfigError ? error : new ConfigError('it must contain a certificate and its key')
  }
  return pem
}

/** A URL by http or https. */
export function webUrl(text: string): string {
  if (!['http:', 'https:'].includes(new URL(text).protocol)) throw new ConfigError('wrong protocol')
  return text
}

/** Set by the connection itself. */
const RESERVED_HEADERS = /^(host|connection|content-.*|transfer-encoding|upgrade|sec-websocket-.*)$/

/**
 * The headers of such a file, with names in lower case. Throws a ConfigError, which never contains a value.
 * `readHeadersFile('/etc/connex/ledger.headers')` → { authorization: 'Bearer …' }
 */
export function readHeadersFile(path: string): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {}
  for (const [index, line] of readSecretFile(path).split('\n').entries()) {
    if (line.trim() === '') continue
    const [, name = '', value = ''] = /^([\w!#$%&'*+.^`|~-]+):\s*([\x20-\x7e]+)$/.exec(line.trim()) ?? []
    if (name === '') throw new ConfigError(`line ${index + 1} is not like "Name: value"`)
    if (RESERVED_HEADERS.test(name.toLowerCase()))
      throw new ConfigError(`line ${index + 1} has a header that cannot be set`)
    headers[name.toLowerCase()] = value
  }
  return headers
}

const list = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

export const addresses = (text: string): Address[] => [
  ...new Set(list(text).map((item) => Address.parse(item))),
]

export function origins(text: string): string[] {
  return list(text).map((item) => {
    const url = new URL(item)
    if (!['http:', 'https:'].includes(url.protocol) || url.pathname !== '/' || url.search || url.hash)
      throw new ConfigError(`${item} is not an origin`)
    return origin(url)
  })
}

export function token(text: string): string {
  if (!/^[\w-]{16,200}$/.test(text)) throw new ConfigError('too short, or with other characters')
  return text
}

/** `hostAndPort('[::1]:9464')` → { host: '::1', port: 9464 } */
export function hostAndPort(text: string): { host: string; port: number } {
  const [, host = '', port = ''] = /^(\[[0-9a-f:]+\]|[\w.-]+):([0-9]{1,5})$/i.exec(text) ?? []
  if (host === '' || Number(port) > 65_535) throw new ConfigError('not like 127.0.0.1:9464')
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
}

export function networks(text: string): string[] {
  for (const item of list(text)) {
    const [address = '', bits] = item.split('/', 2)
    const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
    if (most < 0 || (bits !== undefined && (!/^[0-9]{1,3}$/.test(bits) || Number(bits) > most)))
      throw new ConfigError(`${item} is neither an address nor a network`)
  }
  return list(text)
}

/** Each of a PEM file's certificates must be one, or a peer is refused years later for a typing error. */
export function certificates(path: string): string {
  const pem = readReadable(path)
  const found = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  if (found.length === 0) throw new ConfigError('it contains no certificate')
  try {
    for (const one of found) void new X509Certificate(one)
  } catch {
    throw new ConfigError('a certificate in it is broken')
  }
  return pem
}

export function versions(text: string): ApiVersion[] {
  const requested = new Set(list(text).map(Number))
  if (requested.size === 0 || ![...requested].every((version) => version === 5 || version === 6))
    throw new ConfigError('the versions are 5 and 6')
  return ([5, 6] as const).filter((version) => requested.has(version))
}

export function basePath(text: string): string {
  if (!/^(\/[A-Za-z0-9._~-]+)+$/.test(text)) throw new ConfigError('not a path')
  if (/\/api(\/v\d+)?$/.test(text)) throw new ConfigError('clients add /api themselves')
  return text
}

export const integer = (minimum: number, maximum: number) => (text: string) => {
  const value = Number(text)
  if (!/^[0-9]{1,16}$/.test(text) || value < minimum || value > maximum)
    throw new ConfigError('not a whole number in range')
  return value
}

export const urlsOf =
  (...protocols: string[]) =>
  (text: string) => {
    const urls = list(text)
    if (urls.length === 0) throw new ConfigError('no URL')
    for (const url of urls)
      if (!protocols.includes(new URL(url).protocol)) throw new ConfigError('wrong protocol')
    return urls
  }

export function existingFolder(path: string): string {
  if (!statSync(resolve(path), { throwIfNoEntry: false })?.isDirectory())
    throw new ConfigError('no such directory')
  return resolve(path)
}

export function boolean(text: string): boolean {
  if (!['true', 'false', '1', '0'].includes(text)) throw new ConfigError('neither true nor false')
  return text === 'true' || text === '1'
}
