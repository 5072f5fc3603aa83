// Documents of instruments. Apart from the lists, so that a browser need not load hashing before its first table.
import type { Fingerprint } from '@connex/protocol'
import { contentFingerprintOf, fillPath } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import { ClientError } from '../errors.ts'
import type { CallControl } from '../http/call.ts'
import { endpointOf } from '../http/call.ts'
import { openRequest } from '../http/request.ts'
import { readChunks } from '../http/response.ts'

/** More than a server accepts. */
const DOCUMENT_MAXIMUM = 26 * 1_048_576

/**
 * A document's bytes, checked against `contentFp`.
 *
 * @example
 * const bytes = await downloadDocument(client, { fingerprint, contentFp })
 */
export async function downloadDocument(
  client: Client,
  document: { fingerprint: Fingerprint; contentFp: Fingerprint },
  { signal }: CallControl = {},
): Promise<Uint8Array<ArrayBuffer>> {
  requireClient(client)
  const { method, path } = await endpointOf('downloadDocument')
  const { fingerprint, contentFp } = document
  const response = await openRequest(client, {
    method,
    path: fillPath(path, { fingerprint, contentFp }),
    credential: 'signed',
    signal,
  })
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for await (const chunk of readChunks(response)) {
    length += chunk.byteLength
    if (length > DOCUMENT_MAXIMUM) throw new ClientError('answerTooLarge')
    chunks.push(new Uint8Array(chunk))
  }
  const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer())
  if (contentFingerprintOf(bytes) !== contentFp) throw new ClientError('unexpectedAnswer', 'contentFp')
  return bytes
}
