import { api, contentFingerprintOf, fillPath } from '@connex/protocol'
import type { Fingerprint } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { ClientError } from '../errors.ts'
import type { CallControl } from '../http/call.ts'
import { openRequest } from '../http/openRequest.ts'
import { readChunks } from '../http/readChunks.ts'
import { requireClient } from '../http/requireClient.ts'

/** More than a server takes. */
const DOCUMENT_MAXIMUM = 26 * 1_048_576

/**
 * A document's bytes, which are what `contentFp` says.
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
  const { method, path } = api.downloadDocument
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
