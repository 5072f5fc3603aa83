import { bodyHash, DocumentMetadata, freshSalt } from '@connex/protocol'
import type { InstrumentId, StoredDocument } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import type { CallControl } from '../http/call.ts'
import { documentBody } from '../http/documentBody.ts'
import { upload } from '../http/upload.ts'

export type DocumentParameters = {
  name: string
  /** Such as 'application/pdf'. */
  mediaType: string
  instrumentId?: InstrumentId | undefined
  bytes: Uint8Array
}

/**
 * Stores a document at the own tenant's server, up to 25 MB. Named in an instrument's details, by `fingerprint` and
 * `contentFp`, it becomes everybody's to read once the ledger has these details' fingerprint.
 *
 * @example
 * const { fingerprint, contentFp } = await uploadDocument(client, { name: 'Terms.pdf', mediaType: 'application/pdf', bytes })
 */
export async function uploadDocument(
  client: Client,
  { bytes, ...described }: DocumentParameters,
  control: CallControl = {},
): Promise<StoredDocument> {
  const { contentType, head, tail } = documentBody(
    DocumentMetadata.parse({ ...described, salt: freshSalt() }),
  )
  const body = new Uint8Array(head.length + bytes.length + tail.length)
  body.set(head)
  body.set(bytes, head.length)
  body.set(tail, head.length + bytes.length)
  const sent = { contentType, length: body.length, sha256: bodyHash(body), open: () => body }
  return upload(client, sent, control)
}
