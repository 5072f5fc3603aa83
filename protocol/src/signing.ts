// The signed text of a request: written once, built by the client's signer and by the server that verifies.
// Traps and the order of checks: docs/security.md. Test vectors: protocol/test/signingVectors.json.

/** Header names, lower case as Node delivers them. */
export const HEADERS = {
  user: 'connex-user',
  timestamp: 'connex-timestamp',
  nonce: 'connex-nonce',
  signature: 'connex-signature',
  bodySha256: 'connex-body-sha256',
  version: 'connex-version',
} as const

/** A request is refused when its timestamp is further off than this. */
export const TIMESTAMP_WINDOW_MS = 300_000

export type ApiVersion = 5 | 6

export type SignedFields = {
  version: ApiVersion
  chainId: number
  /** Origin of the API's base URL as the client knows it, lower case: `http://127.0.0.1:4000` */
  serverId: string
  /** Upper case. */
  method: string
  /** Path and query exactly as sent. */
  target: string
  /** Milliseconds since the epoch. */
  timestamp: number
  /** 32 random bytes, lower-case hex without 0x. */
  nonce: string
  /** SHA-256 of the body's raw bytes, lower-case hex; of the empty string without one. */
  bodySha256: string
  /** Content-Type exactly as sent, or undefined. */
  contentType: string | undefined
}

/** The text under an EIP-191 signature: nine lines, LF between them, none at the end. */
export function canonicalRequestText(fields: SignedFields): string {
  const lines = [
    `conx-req-v${fields.version}`,
    String(fields.chainId),
    fields.serverId,
    fields.method,
    fields.target,
    String(fields.timestamp),
    fields.nonce,
    fields.bodySha256,
    fields.contentType ?? '-',
  ]
  if (lines.some((line) => line === '' || /[\r\n]/.test(line)))
    throw new TypeError('a signed field is empty or holds a line break')
  return lines.join('\n')
}

/**
 * Lower-case hex SHA-256 of a body, worked out by the platform: a browser loads no code for it.
 * `await bodyHash(new Uint8Array())` → 'e3b0c442…'
 */
export const bodyHash = async (body: Uint8Array): Promise<string> =>
  hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(body))))

/** 32 random bytes as hex. */
export const freshNonce = (): string => hexOf(crypto.getRandomValues(new Uint8Array(32)))

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The server id of an API base URL: its lower-case origin. */
export const serverIdOf = (baseUrl: string): string => new URL(baseUrl).origin.toLowerCase()
