// One request: its query, its signature, and the fetch.
import type { ApiVersion, Method } from '@connex/protocol'
import { HEADERS, bodyHash, freshNonce, wireName } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { requireChainId } from '../client/client.ts'
import { ClientError } from '../errors.ts'
import { readFailure } from './response.ts'

export type Outgoing = {
  method: Method
  /** Below the version prefix, query included. */
  path: string
  body?: unknown
  /** `signed` by the wallet, a bearer token, or nothing. */
  credential: 'signed' | 'open' | { token: string }
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
}

/** A request that is signed, and not yet sent. */
export type Prepared = { url: string; init: Omit<RequestInit, 'signal'> }

/** Signs a request. The signer may let it wait for its turn. The bytes signed are the bytes sent. */
export async function prepareRequest(client: Client, request: Omit<Outgoing, 'signal'>): Promise<Prepared> {
  const { version } = client.connection
  if (version === undefined) throw new ClientError('notReady')
  const url = new URL(`${client.baseUrl}/api/v${version}${request.path}`)
  const hasBody = request.body !== undefined
  const body = new TextEncoder().encode(hasBody ? JSON.stringify(request.body) : '')
  const contentType = hasBody ? 'application/json' : undefined
  const unsigned = { version, method: request.method, url, bodySha256: await bodyHash(body), contentType }
  const headers = {
    accept: 'application/json',
    ...(contentType === undefined ? {} : { 'content-type': contentType }),
    [HEADERS.version]: String(version),
    ...(request.credential === 'signed' ? await signedHeaders(client, unsigned) : {}),
    ...(typeof request.credential === 'object'
      ? { authorization: `Bearer ${request.credential.token}` }
      : {}),
    ...request.headers,
  }
  return {
    url: url.href,
    init: {
      method: request.method,
      headers,
      credentials: 'include',
      // A signature is made for one server: it must not follow a redirect to another.
      redirect: 'error',
      cache: 'no-store',
      ...(hasBody ? { body } : {}),
    },
  }
}

/** Sends a request once and gives the response if it is ok. */
export async function sendRequest(
  client: Client,
  { url, init }: Prepared,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const response = await client
    .fetch(url, { ...init, ...(signal === undefined ? {} : { signal }) })
    .catch((error: unknown) => {
      if (signal?.aborted) throw signal.reason
      throw new ClientError('unreachable', client.baseUrl, error)
    })
  if (!response.ok) throw await readFailure(response)
  return response
}

/** Signs a request and sends it. */
export const openRequest = async (client: Client, { signal, ...request }: Outgoing): Promise<Response> =>
  sendRequest(client, await prepareRequest(client, request), signal)

type Unsigned = {
  version: ApiVersion
  method: string
  /** As the request will carry it. */
  url: URL
  /** Of the raw body. */
  bodySha256: string
  contentType: string | undefined
}

/** The headers that make a request the wallet's own: each call has a time and a nonce of its own. */
export async function signedHeaders(client: Client, request: Unsigned): Promise<Record<string, string>> {
  const { signer, connection } = client
  if (signer === undefined) throw new ClientError('walletNotInitialized')
  const chainId = requireChainId(client)
  const fields = {
    version: request.version,
    chainId,
    serverId: client.serverId,
    method: request.method,
    target: request.url.pathname + request.url.search,
    timestamp: Date.now() + connection.clockSkew,
    nonce: freshNonce(),
    bodySha256: request.bodySha256,
    contentType: request.contentType,
  }
  return {
    [HEADERS.user]: signer.address,
    [HEADERS.timestamp]: String(fields.timestamp),
    [HEADERS.nonce]: fields.nonce,
    [HEADERS.bodySha256]: fields.bodySha256,
    [HEADERS.signature]: await inTurn(client, () => signer.signRequest(fields)),
  }
}

async function inTurn<Signature>({ session }: Client, sign: () => Promise<Signature>): Promise<Signature> {
  const waiting = { since: Date.now() }
  session.toSign.add(waiting)
  try {
    return await sign()
  } finally {
    session.toSign.delete(waiting)
  }
}

type Plain = string | number | boolean | undefined
export type QueryValue = Plain | Plain[]

/**
 * A query as the wire spells it: kebab-case keys but for two, repeated keys for lists, no undefined values.
 *
 * @example
 * queryString({ itemsPerPage: 20, state: ['PENDING', 'SETTLED'] }) // '?items-per-page=20&state=PENDING&state=SETTLED'
 */
export function queryString(query: Readonly<Record<string, QueryValue>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((one) => one !== undefined)
      .map((one) => `${wireName(name)}=${encodeURIComponent(String(one))}`),
  )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}
