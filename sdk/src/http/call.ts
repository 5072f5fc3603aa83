// One call of the endpoint table: signed, sent, retried, its answer checked.
import type { CallAnswer, CallBody, CallName, CallParams, CallQuery, Endpoint, Page } from '@connex/protocol'
import { ITEMS_PER_PAGE_MAXIMUM, fillPath, frequentCalls, isReading } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import { ApiError, ClientError } from '../errors.ts'
import { parseJson } from '../json.ts'
import { pause, retryPause } from './pause.ts'
import type { Outgoing, QueryValue } from './request.ts'
import { prepareRequest, queryString, sendRequest } from './request.ts'
import { readText } from './response.ts'

/** Without streams, see `subscribe`; introspection, which has no version prefix; and documents, which are bytes. */
export type Callable = Exclude<
  CallName,
  'stream' | 'instrumentStream' | 'registryStream' | 'introspection' | 'uploadDocument' | 'downloadDocument'
>

export type CallControl = { signal?: AbortSignal | undefined; timeoutMs?: number | undefined }

type CallInput<Name extends Callable> = ({} extends CallQuery<Name>
  ? { query?: CallQuery<Name> | undefined }
  : { query: CallQuery<Name> }) &
  ({} extends CallParams<Name> ? { params?: undefined } : { params: CallParams<Name> }) &
  (undefined extends CallBody<Name> ? { body?: undefined } : { body: CallBody<Name> })

export type CallOptions<Name extends Callable> = CallInput<Name> & CallControl

export type Arguments<Name extends Callable> =
  {} extends CallInput<Name> ? [options?: CallOptions<Name>] : [options: CallOptions<Name>]

const TIMEOUT_MS = 30_000
const RETRIES = 3

/**
 * One call of the endpoint table: signs, sends, checks the answer's shape, raises what went wrong.
 *
 * A reading call is tried again when the network fails; a writing one never. A request that the server finds too old
 * or too new corrects the client's clock skew and is sent once more, with a new nonce.
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
  const input: Untyped & CallControl = options ?? {}
  const path = fillPath(endpoint.path, input.params) + queryString({ ...input.query })
  const retried = new Set<'stale' | 'token'>()
  for (let attempt = 0; ; attempt++) {
    const credential = await credentialFor(client, endpoint)
    try {
      return (await once(client, endpoint, { ...input, path, credential })) as CallAnswer<Name>
    } catch (error) {
      if (shouldRetry(client, error, credential, retried)) continue
      const isNetwork = error instanceof ClientError && error.code === 'unreachable'
      if (!isNetwork || !isReading(endpoint) || attempt >= RETRIES) throw error
      await pause(retryPause(attempt), input.signal)
    }
  }
}

type Untyped = {
  query?: Record<string, QueryValue> | undefined
  params?: Record<string, unknown> | undefined
  body?: unknown
}

type Attempt = Pick<Outgoing, 'path' | 'body' | 'credential'> & CallControl

async function once(client: Client, endpoint: Endpoint, input: Attempt): Promise<unknown> {
  const { path, body, credential } = input
  const prepared = await prepareRequest(client, { method: endpoint.method, path, body, credential })
  // Starts here, since a signature may wait for its turn before anything is sent.
  const timeout = AbortSignal.timeout(input.timeoutMs ?? TIMEOUT_MS)
  const signal = input.signal === undefined ? timeout : AbortSignal.any([timeout, input.signal])
  try {
    const response = await sendRequest(client, prepared, signal)
    return readAnswer(endpoint, await readText(response), response.headers)
  } catch (error) {
    if (input.signal?.aborted) throw input.signal.reason
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
function shouldRetry(
  client: Client,
  error: unknown,
  credential: Outgoing['credential'],
  retried: Set<'stale' | 'token'>,
): boolean {
  if (!retried.has('stale') && correctClock(client, error)) {
    retried.add('stale')
    return true
  }
  const isRefused = error instanceof ApiError && error.status === 401
  if (!isRefused || typeof credential !== 'object' || retried.has('token')) return false
  retried.add('token')
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

/** The session's bearer token while the server takes it; a few seconds short, for the way there. */
export function liveToken(client: Client): string | undefined {
  const { token } = client.session
  const now = (Date.now() + client.connection.clockSkew) / 1000
  return token !== undefined && token.expiresAt - 5 > now ? token.value : undefined
}

/** Takes over the server's clock where it refused ours. Whether that was the trouble. */
export function correctClock(client: Client, error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code !== 'stale') return false
  const serverTime = error.problem?.serverTime
  if (serverTime === undefined) return false
  client.connection.clockSkew = serverTime - Date.now()
  return true
}

const frequent: Partial<Record<CallName, Endpoint>> = frequentCalls

/** A call's line of the endpoint table; the rarer ones are read when the first of them is made. */
export const endpointOf = async (name: CallName): Promise<Endpoint> =>
  frequent[name] ?? (await tableCalls())[name] ?? (await everyCall())[name]

type Calls = Readonly<Partial<Record<CallName, Endpoint>>>

const tableCalls = (): Promise<Calls> =>
  fetched(async () => (await import('@connex/protocol/tableCalls')).tableCalls)
const everyCall = (): Promise<Readonly<Record<CallName, Endpoint>>> =>
  fetched(async () => (await import('@connex/protocol/api')).api)

/** Code that a browser fetches when it is needed. `(await fetched(() => import('./rare.ts'))).verb()` */
export async function fetched<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load()
  } catch (error) {
    throw new ClientError('unreachable', undefined, error)
  }
}

/**
 * All items of a list that is known to be short enough to hold, page after page.
 *
 * @example
 * const tenants = await everyPage((page) => listTenants(client, page))
 */
export async function everyPage<Item>(
  read: (page: { page: number; itemsPerPage: number }) => Promise<Page<Item>>,
): Promise<Item[]> {
  const items: Item[] = []
  for (let page = 1; ; page++) {
    const answer = await read({ page, itemsPerPage: ITEMS_PER_PAGE_MAXIMUM })
    items.push(...answer.items)
    if (answer.items.length === 0 || items.length >= answer.totalItemCount) return items
  }
}
