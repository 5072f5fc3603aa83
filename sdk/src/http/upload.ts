import { api, HEADERS } from '@connex/protocol'
import type { CallAnswer } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { ClientError } from '../errors.ts'
import type { CallControl } from './call.ts'
import { correctClock } from './correctClock.ts'
import { parseJson } from './parseJson.ts'
import { readFailure } from './readFailure.ts'
import { readText } from './readText.ts'
import { requireClient } from './requireClient.ts'
import { signedHeaders } from './signedHeaders.ts'

export type UploadBody = {
  contentType: string
  length: number
  /** Lower-case hex, of the whole body. */
  sha256: string
  /** The body from its beginning, as often as it is asked for. */
  open: () => NonNullable<RequestInit['body']>
}

const TIMEOUT_MS = 60_000

/** A document goes to a server: its bytes are hashed and signed beforehand, and sent as they come. */
export async function upload(
  client: Client,
  body: UploadBody,
  control: CallControl = {},
): Promise<CallAnswer<'uploadDocument'>> {
  requireClient(client)
  try {
    return await once(client, body, control)
  } catch (error) {
    if (!correctClock(client, error)) throw error
    return once(client, body, control)
  }
}

async function once(
  client: Client,
  { contentType, length, sha256, open }: UploadBody,
  control: CallControl,
): Promise<CallAnswer<'uploadDocument'>> {
  const { method, path, response: schema } = api.uploadDocument
  const { version } = client.connection
  if (version === undefined) throw new ClientError('notReady')
  const url = new URL(`${client.baseUrl}/api/v${version}${path}`)
  const timeout = AbortSignal.timeout(control.timeoutMs ?? TIMEOUT_MS)
  const signal = control.signal === undefined ? timeout : AbortSignal.any([timeout, control.signal])
  const headers = {
    accept: 'application/json',
    'content-type': contentType,
    'content-length': String(length),
    [HEADERS.version]: String(version),
    ...(await signedHeaders(client, { version, method, url, bodySha256: sha256, contentType })),
  }
  const request: RequestInit = { method, headers, body: open(), signal, redirect: 'error', cache: 'no-store' }
  const response = await client
    .fetch(url.href, { ...request, credentials: 'include' })
    .catch((error: unknown) => {
      if (control.signal?.aborted) throw control.signal.reason
      throw new ClientError(timeout.aborted ? 'timedOut' : 'unreachable', client.baseUrl, error)
    })
  if (!response.ok) throw await readFailure(response)
  const answer = schema.safeParse(parseJson(await readText(response)))
  if (!answer.success) throw new ClientError('unexpectedAnswer', path, answer.error)
  return answer.data
}
