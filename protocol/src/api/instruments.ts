// Instruments, a tenant's drafts and identifiers of them, and its configuration of the dApps that hold them.
import * as z from 'zod/mini'
import { endpoint, page } from '../endpoint.ts'
import { DetailsStatus } from '../entities/delivery.ts'
import {
  AssetClass,
  IdentifierType,
  Instrument,
  InstrumentDetails,
  InstrumentState,
  InstrumentType,
} from '../entities/instrument.ts'
import { AuditId, auditFields, pagingFields, queryInteger, queryList } from '../paging.ts'
import { Address, Bytes32, Fingerprint, InstrumentId, Seconds } from '../scalars.ts'
import { DAPP_ADMIN, IN_INSTRUMENTS, WRITE_INSTRUMENTS } from '../access.ts'

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

/** Settings that a tenant's clients share for a dApp; the server only stores them. */
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

export const instrumentsApi = {
  instrumentManager: endpoint({
    method: 'GET',
    path: '/instrument-manager',
    summary: "The instrument manager's static data",
    response: z.object({ address: Address }),
    errors: ['notFound'],
  }),
  instruments: endpoint({
    method: 'GET',
    path: '/instrument-manager/instruments',
    summary: "Instruments on the ledger, and drafts of the caller's tenant",
    tenantPrivileges: IN_INSTRUMENTS,
    query: z.object({
      ...pagingFields,
      instrumentIds: z.optional(queryList(InstrumentId)),
      issuerAddr: z.optional(Address),
      instrumentState: z.optional(queryList(InstrumentState)),
      instrumentType: z.optional(queryList(InstrumentType)),
      instrumentManagerAddr: z.optional(Address),
      assetClass: z.optional(AssetClass),
      revision: z.optional(queryInteger(0, 1_000_000_000)),
      identifier: z.optional(z.string().check(z.maxLength(100))),
      /** The own tenant's identifier of it. */
      internalIdentifier: z.optional(z.string().check(z.maxLength(200))),
      /** An instrument's id. */
      entityId: z.optional(Bytes32),
      /** Of the details. */
      fingerprints: z.optional(queryList(Fingerprint)),
      /** What these entries of the own audit are about. */
      auditIds: z.optional(queryList(AuditId)),
    }),
    response: page(z.object({ ...Instrument.shape, ...auditFields })),
    isPage: true,
  }),
  putInstrumentDetails: endpoint({
    method: 'PUT',
    path: '/instrument-manager/instruments/details',
    summary:
      "Stores an instrument's details. Called by the issuer before publishing, or by another server as a push",
    privileges: ['instrument.BACKOFFICE', 'user.NODE_ACCOUNT'],
    tenantPrivileges: IN_INSTRUMENTS,
    body: z.object({
      instrumentId: InstrumentId,
      details: InstrumentDetails,
      /** Of a push: the tenant in whose name the sending server's node account speaks. */
      sendingTenantAddr: z.optional(Address),
    }),
    response: z.object({ fingerprint: Fingerprint, status: DetailsStatus }),
    errors: ['notYetIndexed', 'alreadyStored'],
  }),
  instrumentDetails: endpoint({
    method: 'GET',
    path: '/instrument-manager/instruments/details',
    summary:
      "Instruments' details with the result of the fingerprint check, including those of the caller's tenant's drafts",
    tenantPrivileges: IN_INSTRUMENTS,
    query: z.object({
      instrumentIds: queryList(InstrumentId),
      /** Only the details with this one, also those that the caller's tenant has stored and that the ledger does not have yet. */
      fingerprint: z.optional(Fingerprint),
    }),
    response: page(
      z.object({
        instrumentId: InstrumentId,
        details: z.nullable(InstrumentDetails),
        ledgerFp: z.nullable(Fingerprint),
        status: DetailsStatus,
      }),
    ),
    isPage: true,
  }),
  putDraft: endpoint({
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
  }),
  deleteDraft: endpoint({
    method: 'DELETE',
    path: '/instrument-manager/instruments/drafts',
    summary: 'Removes a draft without a workflow, or whose workflow was rejected',
    privileges: WRITE_INSTRUMENTS,
    tenantPrivileges: IN_INSTRUMENTS,
    query: z.object({ draftId: InstrumentId }),
    response: z.object({}),
    errors: ['draftNotFound', 'draftHasWorkflow'],
  }),
  putInternalIdentifier: endpoint({
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
  }),
  putInstrumentConfig: endpoint({
    method: 'PUT',
    path: '/instrument-manager/config',
    summary: "Stores the tenant's configuration of an instrument dApp",
    privileges: DAPP_ADMIN,
    body: dappConfigBody,
    response: DappConfig,
    errors: ['notFound'],
  }),
  instrumentConfig: endpoint({
    method: 'GET',
    path: '/instrument-manager/config',
    summary: "The tenant's configuration of its instrument dApps, for every user",
    query: dappConfigQuery,
    response: page(DappConfig),
    isPage: true,
  }),
  putRegistryConfig: endpoint({
    method: 'PUT',
    path: '/registry-manager/config',
    summary: "Stores the tenant's configuration of a registry dApp",
    privileges: DAPP_ADMIN,
    body: dappConfigBody,
    response: DappConfig,
    errors: ['notFound'],
  }),
  registryConfig: endpoint({
    method: 'GET',
    path: '/registry-manager/config',
    summary: "The tenant's configuration of its registry dApps, for every user",
    query: dappConfigQuery,
    response: page(DappConfig),
    isPage: true,
  }),
}
