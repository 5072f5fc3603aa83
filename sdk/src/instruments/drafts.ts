// Drafts and documents on the tenant's own server.
import type { CallBody, InstrumentDraft, InstrumentId, StoredDocument } from '@connex/protocol'
import { DocumentMetadata, InstrumentDetails, bodyHash, freshSalt } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import type { CallControl } from '../http/call.ts'
import { call } from '../http/call.ts'
import { documentBody, upload } from '../http/upload.ts'
import { parseInput } from '../parseInput.ts'

export type DraftParameters = Omit<CallBody<'putDraft'>, 'details'> & {
  details: Omit<InstrumentDetails, 'salt'>
}

/**
 * Saves a draft of an instrument on the tenant's own server, or changes the one specified; nothing goes to the ledger.
 *
 * @example
 * const { draftId } = await saveDraft(client, {
 *   instrumentType: 'BOND', identifierType: 'ISIN', identifier: 'DE000A1EWWW0', decimals: 0, details: { label: 'Hanseatic 2030' },
 * })
 */
export async function saveDraft(
  client: Client,
  { details, ...draft }: DraftParameters,
  control: CallControl = {},
): Promise<InstrumentDraft> {
  requireClient(client)
  const body = { ...draft, details: parseInput(InstrumentDetails, { ...details, salt: freshSalt() }) }
  return call(client, 'putDraft', { ...control, body })
}

/**
 * Removes a draft, unless a workflow is about it that was not rejected.
 *
 * @example
 * await deleteDraft(client, { draftId })
 */
export async function deleteDraft(
  client: Client,
  query: { draftId: InstrumentId },
  control: CallControl = {},
): Promise<void> {
  requireClient(client)
  await call(client, 'deleteDraft', { ...control, query })
}

export type DocumentParameters = {
  name: string
  /** Such as 'application/pdf'. */
  mediaType: string
  instrumentId?: InstrumentId | undefined
  bytes: Uint8Array
}

/**
 * Stores a document at the caller's tenant's server, up to 25 MB. Named in an instrument's details, by `fingerprint` and
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
  requireClient(client)
  const { contentType, head, tail } = documentBody(
    parseInput(DocumentMetadata, { ...described, salt: freshSalt() }),
  )
  const body = new Uint8Array(head.length + bytes.length + tail.length)
  body.set(head)
  body.set(bytes, head.length)
  body.set(tail, head.length + bytes.length)
  const sent = { contentType, length: body.length, sha256: await bodyHash(body), open: () => body }
  return upload(client, sent, control)
}
