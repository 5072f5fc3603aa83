import * as z from 'zod/mini'
import { Instrument, InstrumentDetails, InstrumentState } from '../entities/instrument.ts'
import { DetailsStatus } from '../entities/deliveryDetails.ts'
import { endpoint, page } from '../endpoint.ts'
import { pagingFields, queryList } from '../paging.ts'
import { Address, Fingerprint, InstrumentId } from '../scalars.ts'

export const instrumentManager = endpoint({
  method: 'GET',
  path: '/instrument-manager',
  summary: "The instrument manager's static data",
  response: z.object({ address: Address }),
})

export const instruments = endpoint({
  method: 'GET',
  path: '/instrument-manager/instruments',
  summary: "Instruments on the ledger, and the own tenant's drafts of others",
  query: z.object({
    ...pagingFields,
    instrumentIds: z.optional(queryList(InstrumentId)),
    issuerAddr: z.optional(Address),
    instrumentState: z.optional(queryList(InstrumentState)),
  }),
  response: page(Instrument),
  isPage: true,
})

export const putInstrumentDetails = endpoint({
  method: 'PUT',
  path: '/instrument-manager/instruments/details',
  summary: "Stores an instrument's details: the issuer before it publishes, another server by push",
  privileges: ['instrument.BACKOFFICE', 'user.NODE_ACCOUNT'],
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
  summary: "Instruments' details, with the result of the fingerprint check",
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
