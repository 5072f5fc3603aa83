import { fillPath, isReading } from '@connex/protocol'
import type { CallAnswer, CallBody, CallName, CallParams, CallQuery, Endpoint } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { ApiError, ClientError } from '../errors.ts'
import { correctClock } from './correctClock.ts'
import { endpointOf } from './endpointOf.ts'
import { liveToken } from './liveToken.ts'
import { openRequest } from './openRequest.ts'
import type { Outgoing } from './openRequest.ts'
import { parseJson } from './parseJson.ts'
import { backoff, pause } from './pause.ts'
import type { QueryValue } from './queryString.ts'
import { queryString } from './queryString.ts'
import { readText } from './readText.ts'
import { requireClient } from './requireClient.ts'

/** Streams are not answered at once, see `subscribe`; introspection stands outside the version prefix; documents are bytes. */
export type Callable = Exclude<
  CallName,
  'stream' | 'instrumentStream' | 'registryStream' | 'introspection' | 'uploadDocument' | 'downloadDocument'
>

export type CallControl = { signal?: AbortSignal | undefined; timeoutMs?: number | undefined }

type Given<Name extends Callable> = ({} extends CallQuery<Name>
  ? { query?: CallQuery<Name> | undefined }
  : { query: CallQuery<Name> }) &
  ({} extends CallParams<Name> ? { params?: undefined } : { params: CallParams<Name> }) &
  (undefined extends CallBody<Name> ? { body?: undefined } : { body: CallBody<Name> })

export type CallOptions<Name extends Callable> = Given<Name> & CallControl

type Arguments<Name extends Callable> =
  {} extends Given<Name> ? [options?: CallOptions<Name>] : [options: CallOptions<Name>]

const TIMEOUT_MS = 30_000
const RETRIES = 3

/**
 * One call of the endpoint table: signs, sends, checks the answer's shape, raises what went wrong.
 *
 * A reading call is tried again when the network fails; a writing one never. A request that the server finds too old
 * or too new corrects our idea of its clock and goes out once more, with a new nonce.
 *
 * @example
 * const page = await call(client, 'transfers', { query: { itemsPerPage: 20, sortBy: 'createdAt' } })
 */
export async function call<Name extends Callable>(
  client: Client,
  name: Name,
  ...[options]: Arguments<Name>
): Promise<CallAnswer<Name>> {
  requireClient(client)
  const endpoint = await endpointOf(name)
  const given: Untyped & CallControl = options ?? {}
  const path = fillPath(endpoint.path, given.params) + queryString({ ...given.query })
  const forgiven = new Set<'stale' | 'token'>()
  for (let attempt = 0; ; attempt++) {
    const credential = await credentialFor(client, endpoint)
    try {
      return (await once(client, endpoint, { ...given, path, credential })) as CallAnswer<Name>
    } catch (error) {
      if (mayForgive(client, error, credential, forgiven)) continue
      const isNetwork = error instanceof ClientError && error.code === 'unreachable'
      if (!isNetwork || !isReading(endpoint) || attempt >= RETRIES) throw error
      await pause(backoff(attempt), given.signal)
    }
  }
}

type Untyped = {
  query?: Record<string, QueryValue> | undefined
  params?: Record<string, unknown> | undefined
  body?: unknown
}

type Attempt = Pick<Outgoing, 'path' | 'body' | 'credential'> & CallControl

async function once(client: Client, endpoint: Endpoint, given: Attempt): Promise<unknown> {
  const timeout = AbortSignal.timeout(given.timeoutMs ?? TIMEOUT_MS)
  const signal = given.signal === undefined ? timeout : AbortSignal.any([timeout, given.signal])
  try {
    const response = await openRequest(client, {
      method: endpoint.method,
      path: given.path,
      body: given.body,
      credential: given.credential,
      signal,
    })
    return readAnswer(endpoint, await readText(response), response.headers)
  } catch (error) {
    if (given.signal?.aborted) throw given.signal.reason
    if (timeout.aborted) throw new ClientError('timedOut', undefined, error)
    throw error
  }
}

/** A platform call goes with the bearer token of `login` where there is one, and signed where there is none. */
async function credentialFor(client: Client, endpoint: Endpoint): Promise<Outgoing['credential']> {
  const { authentication } = endpoint
  if (authentication === 'open') return 'open'
  if (authentication === 'signed' || authentication === 'wallet') return 'signed'
  const token = liveToken(client)
  if (token !== undefined) return { token }
  if (authentication === 'signedOrBearer') return 'signed'
  const login = await call(client, 'login')
  client.session.token = { value: login.token, expiresAt: login.expiresAt }
  return { token: login.token }
}

/** Whether the failure was about our clock or an ended token, and has now been put right, once each. */
function mayForgive(
  client: Client,
  error: unknown,
  credential: Outgoing['credential'],
  forgiven: Set<'stale' | 'token'>,
): boolean {
  if (!forgiven.has('stale') && correctClock(client, error)) {
    forgiven.add('stale')
    return true
  }
  const isRefused = error instanceof ApiError && error.status === 401
  if (!isRefused || typeof credential !== 'object' || forgiven.has('token')) return false
  forgiven.add('token')
  client.session.token = undefined
  return true
}

function readAnswer(endpoint: Endpoint, text: string, headers: Headers): unknown {
  const body = text === '' ? {} : parseJson(text)
  const answer = endpoint.response.safeParse(asPage(endpoint, body, headers))
  if (!answer.success) throw new ClientError('unexpectedAnswer', endpoint.path, answer.error)
  return answer.data
}

/** Lists of version 5 are plain arrays, their total in a header. */
function asPage(endpoint: Endpoint, body: unknown, headers: Headers): unknown {
  if (endpoint.isPage !== true || !Array.isArray(body)) return body
  const total = Number(headers.get('x-total-count') ?? body.length)
  return { items: body as unknown[], pageItemCount: body.length, totalItemCount: total }
}
