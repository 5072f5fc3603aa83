import * as z from 'zod/mini'
import { AuditId, auditFields } from '../entities/auditId.ts'
import {
  AssetClass,
  Instrument,
  InstrumentDetails,
  InstrumentState,
  InstrumentType,
} from '../entities/instrument.ts'
import { DetailsStatus } from '../entities/deliveryDetails.ts'
import { IN_INSTRUMENTS } from './access.ts'
import { endpoint, page } from '../endpoint.ts'
import { pagingFields, queryInteger, queryList } from '../paging.ts'
import { Address, Bytes32, Fingerprint, InstrumentId } from '../scalars.ts'

export const instrumentManager = endpoint({
  method: 'GET',
  path: '/instrument-manager',
  summary: "The instrument manager's static data",
  response: z.object({ address: Address }),
  errors: ['notFound'],
})

export const instruments = endpoint({
  method: 'GET',
  path: '/instrument-manager/instruments',
  summary: "Instruments on the ledger, and the own tenant's drafts of others",
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
})

export const putInstrumentDetails = endpoint({
  method: 'PUT',
  path: '/instrument-manager/instruments/details',
  summary: "Stores an instrument's details: the issuer before it publishes, another server by push",
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
})

export const instrumentDetails = endpoint({
  method: 'GET',
  path: '/instrument-manager/instruments/details',
  summary: "Instruments' details with the result of the fingerprint check, and those of the own drafts",
  tenantPrivileges: IN_INSTRUMENTS,
  query: z.object({ instrumentIds: queryList(InstrumentId) }),
  response: page(
    z.object({
      instrumentId: InstrumentId,
      details: z.nullable(InstrumentDetails),
      ledgerFp: z.nullable(Fingerprint),
      status: DetailsStatus,
    }),
  ),
  isPage: true,
})
