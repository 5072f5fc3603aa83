// Documents of instruments: uploaded with their metadata, downloaded by fingerprint.
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { DetailsStatus } from '../entities/delivery.ts'
import { Address, Fingerprint, InstrumentId } from '../scalars.ts'
import { IN_INSTRUMENTS, PUSH, READ_DOCUMENTS, WRITE_DOCUMENTS } from '../access.ts'

/** Separators of folders, control characters, and what turns the direction of writing: a name is shown, and files are saved under it. */
const NOT_IN_A_NAME = /[/\\\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|^\.{1,2}$/u

const FileName = z.string().check(
  z.minLength(1),
  z.maxLength(200),
  z.refine(
    (name) => !NOT_IN_A_NAME.test(name),
    'not a file name: no path, no control or direction characters',
  ),
)

/** The `metadata` part of an upload: JSON, before the part `file`. */
export const DocumentMetadata = z.object({
  salt: Fingerprint,
  name: FileName,
  mediaType: z.string().check(z.regex(/^[\w.+-]{1,60}\/[\w.+-]{1,60}$/, 'not a media type')),
  instrumentId: z.optional(InstrumentId),
  /** Of a push: the tenant in whose name the sending server's node account speaks. */
  sendingTenantAddr: z.optional(Address),
  /** Of a push: the fingerprint and size that the document must have. */
  fingerprint: z.optional(Fingerprint),
  size: z.optional(z.number().check(z.int(), z.gte(0))),
})
export type DocumentMetadata = z.infer<typeof DocumentMetadata>

export const StoredDocument = z.object({
  /** Of the metadata with the content's fingerprint among it. */
  fingerprint: Fingerprint,
  /** keccak-256 of the bytes. */
  contentFp: Fingerprint,
  name: z.string(),
  mediaType: z.string(),
  size: z.number(),
  status: DetailsStatus,
})
export type StoredDocument = z.infer<typeof StoredDocument>

export const documentsApi = {
  uploadDocument: endpoint({
    method: 'PUT',
    path: '/instrument-manager/documents/upload',
    summary:
      'Stores a document of up to 25 MB: a JSON part `metadata`, then a part `file`. Called by a user, or by another server as a push',
    privileges: [...WRITE_DOCUMENTS, ...PUSH],
    tenantPrivileges: IN_INSTRUMENTS,
    body: DocumentMetadata,
    bodyType: 'multipart',
    response: StoredDocument,
    errors: ['badRequest', 'notYetIndexed', 'tooLarge', 'unsupportedMediaType'],
  }),
  downloadDocument: endpoint({
    method: 'GET',
    path: '/instrument-manager/documents/download/{fingerprint}/{contentFp}',
    summary: 'Returns the bytes of a document',
    privileges: READ_DOCUMENTS,
    tenantPrivileges: IN_INSTRUMENTS,
    params: z.object({ fingerprint: Fingerprint, contentFp: Fingerprint }),
    response: z.unknown(),
    responseType: 'bytes',
    errors: ['notFound', 'documentNotFound'],
  }),
}
