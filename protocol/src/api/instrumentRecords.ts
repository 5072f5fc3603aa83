// What a tenant keeps of instruments: drafts, its own identifiers, documents, configuration.
import * as z from 'zod/mini'
import { IdentifierType, InstrumentDetails, InstrumentType } from '../entities/instrument.ts'
import { DetailsStatus } from '../entities/deliveryDetails.ts'
import { endpoint, page } from '../endpoint.ts'
import { pagingFields, queryList } from '../paging.ts'
import { Address, Fingerprint, InstrumentId, Seconds } from '../scalars.ts'
import {
  DAPP_ADMIN,
  IN_INSTRUMENTS,
  PUSH,
  READ_DOCUMENTS,
  WRITE_DOCUMENTS,
  WRITE_INSTRUMENTS,
} from './access.ts'

/** An instrument that is not on the ledger yet; its id is the server's. */
export const InstrumentDraft = z.object({
  draftId: InstrumentId,
  instrumentType: InstrumentType,
  identifierType: IdentifierType,
  identifier: z.string().check(z.maxLength(100)),
  decimals: z.number().check(z.int(), z.gte(0), z.lte(18)),
  details: InstrumentDetails,
  createdAt: Seconds,
  updatedAt: Seconds,
})
export type InstrumentDraft = z.infer<typeof InstrumentDraft>

export const putDraft = endpoint({
  method: 'PUT',
  path: '/instrument-manager/instruments/drafts',
  summary: 'Stores a draft, or changes the one named; it is listed with state DRAFT',
  privileges: WRITE_INSTRUMENTS,
  tenantPrivileges: IN_INSTRUMENTS,
  body: z.object({
    draftId: z.optional(InstrumentId),
    instrumentType: InstrumentType,
    identifierType: IdentifierType,
    identifier: z.string().check(z.maxLength(100)),
    decimals: z.number().check(z.int(), z.gte(0), z.lte(18)),
    details: InstrumentDetails,
  }),
  response: InstrumentDraft,
  errors: ['draftNotFound', 'draftHasWorkflow'],
})

export const deleteDraft = endpoint({
  method: 'DELETE',
  path: '/instrument-manager/instruments/drafts',
  summary: 'Removes a draft without a workflow, or whose workflow was rejected',
  privileges: WRITE_INSTRUMENTS,
  tenantPrivileges: IN_INSTRUMENTS,
  query: z.object({ draftId: InstrumentId }),
  response: z.object({}),
  errors: ['draftNotFound', 'draftHasWorkflow'],
})

export const putInternalIdentifier = endpoint({
  method: 'PUT',
  path: '/instrument-manager/instruments/internal-identifier',
  summary: "Sets the tenant's own identifier of an instrument; null removes it",
  privileges: WRITE_INSTRUMENTS,
  tenantPrivileges: IN_INSTRUMENTS,
  body: z.object({
    instrumentId: InstrumentId,
    internalIdentifier: z.nullable(z.string().check(z.minLength(1), z.maxLength(100))),
  }),
  response: z.object({ instrumentId: InstrumentId, internalIdentifier: z.nullable(z.string()) }),
  errors: ['notFound'],
})

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
  /** Of a push: what the document's fingerprint and size must be. */
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

export const uploadDocument = endpoint({
  method: 'PUT',
  path: '/instrument-manager/documents/upload',
  summary:
    "Takes a document of up to 25 MB, a part `metadata` of JSON, then a part `file`: the own user's, or another server's by push",
  privileges: [...WRITE_DOCUMENTS, ...PUSH],
  tenantPrivileges: IN_INSTRUMENTS,
  body: DocumentMetadata,
  bodyType: 'multipart',
  response: StoredDocument,
  errors: ['badRequest', 'notYetIndexed', 'tooLarge', 'unsupportedMediaType'],
})

export const downloadDocument = endpoint({
  method: 'GET',
  path: '/instrument-manager/documents/download/{fingerprint}/{contentFp}',
  summary: "Gives a document's very bytes",
  privileges: READ_DOCUMENTS,
  tenantPrivileges: IN_INSTRUMENTS,
  params: z.object({ fingerprint: Fingerprint, contentFp: Fingerprint }),
  response: z.unknown(),
  responseType: 'bytes',
  errors: ['notFound', 'documentNotFound'],
})

/** What a tenant's clients agree on for a dApp; the server only keeps it. */
export const DappConfig = z.object({
  dappAddress: Address,
  config: z.record(z.string().check(z.maxLength(100)), z.unknown()),
  updatedAt: Seconds,
})
export type DappConfig = z.infer<typeof DappConfig>

const dappConfigBody = z.object({
  dappAddress: Address,
  config: z.record(z.string().check(z.maxLength(100)), z.unknown()),
})
const dappConfigQuery = z.object({ ...pagingFields, dappAddresses: z.optional(queryList(Address)) })

export const putInstrumentConfig = endpoint({
  method: 'PUT',
  path: '/instrument-manager/config',
  summary: "Stores the tenant's configuration of an instrument dApp",
  privileges: DAPP_ADMIN,
  body: dappConfigBody,
  response: DappConfig,
  errors: ['notFound'],
})

export const instrumentConfig = endpoint({
  method: 'GET',
  path: '/instrument-manager/config',
  summary: "The tenant's configuration of its instrument dApps, for every user",
  query: dappConfigQuery,
  response: page(DappConfig),
  isPage: true,
})

export const putRegistryConfig = endpoint({
  method: 'PUT',
  path: '/registry-manager/config',
  summary: "Stores the tenant's configuration of a registry dApp",
  privileges: DAPP_ADMIN,
  body: dappConfigBody,
  response: DappConfig,
  errors: ['notFound'],
})

export const registryConfig = endpoint({
  method: 'GET',
  path: '/registry-manager/config',
  summary: "The tenant's configuration of its registry dApps, for every user",
  query: dappConfigQuery,
  response: page(DappConfig),
  isPage: true,
})
