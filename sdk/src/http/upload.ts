// Documents on their way to a server.
import type { CallAnswer, DocumentMetadata } from '@connex/protocol'
import { HEADERS, api } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import { ClientError } from '../errors.ts'
import { parseJson } from '../json.ts'
import type { CallControl } from './call.ts'
import { correctClock } from './call.ts'
import { signedHeaders } from './request.ts'
import { readFailure, readText } from './response.ts'

export type UploadBody = {
  contentType: string
  length: number
  /** Lower-case hex, of the whole body. */
  sha256: string
  /** The body from its beginning; may be called again. */
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

/** The bytes before and after a document in an upload. The boundary is chosen here, since it is signed as well. */
export function documentBody(metadata: DocumentMetadata): {
  contentType: string
  head: Uint8Array<ArrayBuffer>
  tail: Uint8Array<ArrayBuffer>
} {
  const boundary = `connex-${crypto.randomUUID()}`
  const part = (name: string, more = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n`
  const described = `Content-Type: application/json\r\n\r\n${JSON.stringify(metadata)}\r\n`
  const bytes = 'Content-Type: application/octet-stream\r\n\r\n'
  const head = part('metadata') + described + part('file', '; filename="document"') + bytes
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    head: new TextEncoder().encode(head),
    tail: new TextEncoder().encode(`\r\n--${boundary}--\r\n`),
  }
}
