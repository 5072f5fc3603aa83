import type { ApiVersion, Introspection } from '@connex/protocol'
import { Confirmations, Fees, SUPPORTED_VERSIONS, chooseVersion, offeredVersions } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import { ClientError } from '../errors.ts'
import type { ClientErrorCode } from '../errors.ts'
import type { CallControl } from '../http/call.ts'
import { readText } from '../http/response.ts'
import { isJsonObject } from '../json.ts'

const TIMEOUT_MS = 10_000

/**
 * Asks the server which versions it speaks, what gas costs and when blocks are final, and makes the client ready (spec §7).
 *
 * 404 means version 5; no usable answer at all means 6; an answer with neither is 'No supported version found'.
 *
 * @example
 * const version = await discoverVersion(client) // 6
 */
export async function discoverVersion(client: Client, control: CallControl = {}): Promise<ApiVersion> {
  requireClient(client)
  const wanted = client.wantedVersion
  const isKnown = SUPPORTED_VERSIONS.some((version) => version === wanted)
  if (wanted !== undefined && !isKnown) throw new ClientError('versionNotSupported', String(wanted))
  const introspection = await introspect(client, control)
  checkChain(client, introspection)
  const version = wanted === undefined ? chooseVersion(introspection) : requireVersion(wanted, introspection)
  if (version === undefined) throw new ClientError('noSupportedVersion')
  client.connection.version = version
  client.connection.fees = Fees.safeParse(bodyOf(introspection)['fees']).data
  client.connection.confirmations = Confirmations.safeParse(bodyOf(introspection)['confirmations']).data
  return version
}

/** Without a usable answer the reason stays in the connection, for whoever needs more than a version. */
async function introspect(client: Client, control: CallControl): Promise<Introspection> {
  const fail = (code: ClientErrorCode, cause?: unknown): Introspection => {
    client.connection.failure = new ClientError(code, client.baseUrl, cause)
    return { kind: 'failed' }
  }
  client.connection.failure = undefined
  const timeout = AbortSignal.timeout(control.timeoutMs ?? TIMEOUT_MS)
  const signal = control.signal === undefined ? timeout : AbortSignal.any([timeout, control.signal])
  try {
    const response = await client.fetch(`${client.baseUrl}/api/introspection`, {
      headers: { accept: 'application/json' },
      credentials: 'include',
      redirect: 'error',
      cache: 'no-store',
      signal,
    })
    if (response.status === 404) return { kind: 'notFound' }
    // What a proxy answers while the server is away is 502, 503 or 504.
    if (!response.ok) return fail(response.status >= 502 ? 'unreachable' : 'unexpectedAnswer')
    return { kind: 'answer', body: JSON.parse(await readText(response)) as unknown }
  } catch (error) {
    if (control.signal?.aborted) throw control.signal.reason
    if (timeout.aborted) return fail('timedOut', error)
    return fail(error instanceof SyntaxError ? 'unexpectedAnswer' : 'unreachable', error)
  }
}

function requireVersion(wanted: number, introspection: Introspection): ApiVersion {
  const offered =
    introspection.kind === 'answer'
      ? offeredVersions(introspection.body)
      : introspection.kind === 'notFound'
        ? [5]
        : SUPPORTED_VERSIONS
  const version = SUPPORTED_VERSIONS.find((known) => known === wanted && offered.includes(known))
  if (version === undefined) throw new ClientError('versionNotSupported', String(wanted))
  return version
}

const bodyOf = (introspection: Introspection): Readonly<Record<string, unknown>> =>
  introspection.kind === 'answer' && isJsonObject(introspection.body) ? introspection.body : {}

/** Signatures are made for one ledger: the configured one and the server's must be the same. */
function checkChain({ connection }: Client, introspection: Introspection): void {
  if (introspection.kind !== 'answer') return
  const { body } = introspection
  const chainId =
    typeof body === 'object' && body !== null && 'chainId' in body ? Number(body.chainId) : undefined
  if (chainId === undefined || !Number.isSafeInteger(chainId)) return
  if (connection.chainId !== undefined && connection.chainId !== chainId)
    throw new ClientError('wrongChain', `${chainId}, not ${connection.chainId}`)
  connection.chainId = chainId
}
