import { bodyHash, HEADERS } from '@connex/protocol'
import type { Method } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { ClientError } from '../errors.ts'
import { readFailure } from './readFailure.ts'
import { signedHeaders } from './signedHeaders.ts'

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

/** Sends one request once and gives the response if it is ok. The bytes signed are the bytes sent. */
export async function openRequest(client: Client, request: Outgoing): Promise<Response> {
  const { version } = client.connection
  if (version === undefined) throw new ClientError('notReady')
  const url = new URL(`${client.baseUrl}/api/v${version}${request.path}`)
  const hasBody = request.body !== undefined
  const body = new TextEncoder().encode(hasBody ? JSON.stringify(request.body) : '')
  const contentType = hasBody ? 'application/json' : undefined
  const unsigned = { version, method: request.method, url, bodySha256: bodyHash(body), contentType }
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
  const response = await client
    .fetch(url.href, {
      method: request.method,
      headers,
      credentials: 'include',
      // A signature is made for one server: it must not follow a redirect to another.
      redirect: 'error',
      cache: 'no-store',
      ...(hasBody ? { body } : {}),
      ...(request.signal === undefined ? {} : { signal: request.signal }),
    })
    .catch((error: unknown) => {
      if (request.signal?.aborted) throw request.signal.reason
      throw new ClientError('unreachable', client.baseUrl, error)
    })
  if (!response.ok) throw await readFailure(response)
  return response
}
