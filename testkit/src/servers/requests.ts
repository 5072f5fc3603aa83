// A request byte by byte: nothing tidies up its target or its headers on the way.
import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { bodyHash, canonicalRequestText, freshNonce, HEADERS } from '@connex/protocol'
import type { Problem, SignedFields } from '@connex/protocol'
import type { TestUser } from './users.ts'

export type RawRequest = {
  method?: string
  target: string
  headers?: Record<string, string | string[]>
  body?: string | Uint8Array
}

export type RawAnswer = { status: number; headers: IncomingHttpHeaders; text: string; problem: Problem }

export async function rawRequest(baseUrl: string, raw: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(baseUrl)
  const { method = 'GET', target, headers = {}, body } = raw
  const sent = request({ hostname, port, method, path: target, headers, agent: false })
  // A server that refuses early closes while the body is still on its way; the answer is what counts.
  sent.on('error', () => undefined)
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const text = await readText(answer)
  return { status: answer.statusCode ?? 0, headers: answer.headers, text, problem: parse(text) }
}

async function readText(answer: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of answer.setEncoding('utf8')) text += chunk as string
  return text
}

function parse(text: string): Problem {
  try {
    return JSON.parse(text) as Problem
  } catch {
    return { title: text, status: 0 }
  }
}

/** Writes bytes to the server and gives all that comes back until it hangs up. */
export async function rawBytes(baseUrl: string, text: string): Promise<string> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname).setEncoding('latin1')
  socket.write(text, 'latin1')
  let answer = ''
  for await (const chunk of socket) answer += chunk as string
  return answer
}

// A signed request of which a test can get any one field wrong.

export type SignedRequest = {
  method?: string
  target: string
  body?: unknown
  /** In place of a JSON body. */
  bytes?: { data: Uint8Array; contentType: string }
  /** What is signed in place of the right thing. */
  signed?: Partial<SignedFields>
}

/** The request, signed by the user for this server. */
export async function signRequest(
  baseUrl: string,
  user: TestUser,
  options: SignedRequest,
): Promise<RawRequest> {
  const { method = 'GET', target } = options
  const json = options.body === undefined ? undefined : new TextEncoder().encode(JSON.stringify(options.body))
  const body = options.bytes?.data ?? json
  const contentType = options.bytes?.contentType ?? (json === undefined ? undefined : 'application/json')
  const fields: SignedFields = {
    version: target.startsWith('/api/v5') ? 5 : 6,
    chainId: 31337,
    serverId: new URL(baseUrl).origin,
    method,
    target,
    timestamp: Date.now(),
    nonce: freshNonce(),
    bodySha256: await bodyHash(body ?? new Uint8Array()),
    contentType,
    ...options.signed,
  }
  const signature = await user.account.signMessage({ message: canonicalRequestText(fields) })
  return {
    method,
    target,
    headers: {
      [HEADERS.user]: user.address,
      [HEADERS.timestamp]: String(fields.timestamp),
      [HEADERS.nonce]: fields.nonce,
      [HEADERS.bodySha256]: fields.bodySha256,
      [HEADERS.signature]: signature,
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
    },
    ...(body === undefined ? {} : { body }),
  }
}

export const sendSigned = async (
  baseUrl: string,
  user: TestUser,
  options: SignedRequest,
): Promise<RawAnswer> => rawRequest(baseUrl, await signRequest(baseUrl, user, options))

// A platform call as the SDK makes it: with the bearer token that a signed login has given.

type BearerRequest = { method?: string; target: string; body?: unknown }

export async function sendBearer(
  baseUrl: string,
  user: TestUser,
  { method = 'GET', target, body }: BearerRequest,
): Promise<RawAnswer> {
  const login = await sendSigned(baseUrl, user, { target: '/api/v6/platform/login' })
  const { token = '' } = login.problem as { token?: string }
  return rawRequest(baseUrl, {
    method,
    target,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}
