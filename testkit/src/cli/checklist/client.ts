// The checklist's rows are walked from outside: requests that are signed here byte by byte, and answers as they come.
import { readFile } from 'node:fs/promises'
import { HEADERS, bodyHash, canonicalRequestText, freshNonce } from '@connex/protocol'
import type { SignedFields } from '@connex/protocol'
import { readWalletFile, unlockWallet } from '@connex/sdk'
import { bytesToHex } from 'viem'
import type { PrivateKeyAccount } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { SandboxDescription } from '../../../../cli/src/sandbox/SandboxDescription.ts'

export type Answer = { status: number; headers: Headers; text: string; json: Json }
/** Whatever an answer holds: each row says what it wants of it. */
export type Json = { readonly [key: string]: Json } & readonly Json[] & string & number & boolean & null

export type RequestOptions = {
  method?: string
  body?: unknown
  bytes?: { data: Uint8Array; contentType: string }
  version?: 5 | 6
  /** What is signed in place of the right thing. */
  signed?: Partial<SignedFields>
  headers?: Readonly<Record<string, string>>
}

export type ChecklistClient = {
  description: SandboxDescription
  /** `ask('a.keller', '/transfer/transfers?page=2')`: signed, or with a bearer token below `/platform`. */
  request: (user: string, path: string, options?: RequestOptions) => Promise<Answer>
  /** Signed whatever the path is. */
  requestSigned: (user: string, path: string, options?: RequestOptions) => Promise<Answer>
  /** Without any proof of who asks. */
  requestUnsigned: (path: string, options?: RequestOptions) => Promise<Answer>
  addressOf: (user: string) => string
  urlOf: (user: string) => string
}

export function openChecklistClient(description: SandboxDescription): ChecklistClient {
  const { walletOf, accountOf } = openWallets(description)
  const tokens = new Map<string, Promise<string>>()

  async function requestSigned(user: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    const { url } = walletOf(user)
    const account = await accountOf(user)
    const { body, contentType } = bodyOf(options)
    const { method = 'GET', version = 6 } = options
    const fields: SignedFields = {
      version,
      chainId: description.ledger.chainId,
      serverId: new URL(url).origin,
      method,
      target: `/api/v${version}${path}`,
      timestamp: Date.now(),
      nonce: freshNonce(),
      bodySha256: await bodyHash(body ?? new Uint8Array()),
      contentType,
      ...options.signed,
    }
    const signature = await account.signMessage({ message: canonicalRequestText(fields) })
    return send(url, path, options, {
      [HEADERS.user]: account.address.toLowerCase(),
      [HEADERS.timestamp]: String(fields.timestamp),
      [HEADERS.nonce]: fields.nonce,
      [HEADERS.bodySha256]: fields.bodySha256,
      [HEADERS.signature]: signature,
      [HEADERS.version]: String(version),
    })
  }

  async function login(user: string): Promise<string> {
    const { json } = await requestSigned(user, '/platform/login')
    return json['token'] ?? ''
  }

  async function request(user: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    if (!path.startsWith('/platform') || path === '/platform/login') return requestSigned(user, path, options)
    const token = tokens.get(user) ?? login(user)
    tokens.set(user, token)
    return send(walletOf(user).url, path, options, { authorization: `Bearer ${await token}` })
  }

  return {
    description,
    request,
    requestSigned,
    requestUnsigned: (path, options = {}) => send(description.servers[0]?.url ?? '', path, options, {}),
    addressOf: (user) => walletOf(user).address,
    urlOf: (user) => walletOf(user).url,
  }
}

/** The users' wallets with their servers; each key is derived once. */
function openWallets(description: SandboxDescription) {
  const accounts = new Map<string, Promise<PrivateKeyAccount>>()

  const walletOf = (user: string) => {
    const wallet = description.wallets.find((one) => one.user === user)
    const server = description.servers.find(({ name }) => name === wallet?.server)
    if (wallet === undefined || server === undefined) throw new Error(`there is no wallet of ${user}`)
    return { ...wallet, url: server.url }
  }

  function accountOf(user: string): Promise<PrivateKeyAccount> {
    const open = async () => {
      const { file, password } = walletOf(user)
      const key = await unlockWallet(readWalletFile(await readFile(file)), password)
      return privateKeyToAccount(bytesToHex(key))
    }
    const opened = accounts.get(user) ?? open()
    accounts.set(user, opened)
    return opened
  }

  return { walletOf, accountOf }
}

function bodyOf({ body, bytes }: RequestOptions): { body?: Uint8Array; contentType?: string } {
  if (bytes !== undefined) return { body: bytes.data, contentType: bytes.contentType }
  if (body === undefined) return {}
  return { body: new TextEncoder().encode(JSON.stringify(body)), contentType: 'application/json' }
}

async function send(
  url: string,
  path: string,
  options: RequestOptions,
  proof: Readonly<Record<string, string>>,
): Promise<Answer> {
  const { body, contentType } = bodyOf(options)
  const { method = 'GET', version = 6 } = options
  const response = await fetch(`${url}/api/v${version}${path}`, {
    method,
    headers: {
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
      ...proof,
      ...options.headers,
    },
    ...(body === undefined ? {} : { body: Buffer.from(body) }),
    signal: AbortSignal.timeout(60_000),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: parse(text) }
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return {} as Json
  }
}
