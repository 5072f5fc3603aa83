// What issuers do with instruments, as the body of the call that prepares it.
import * as z from 'zod/mini'
import { InstrumentDetails } from '../../entities/instrument.ts'
import { Address, InstrumentId } from '../../scalars.ts'
import { transactionFields } from './transactionFields.ts'

/** As text: the server draws the salt. */
const details = z.omit(InstrumentDetails, { salt: true })

const decimals = z.int().check(z.nonnegative(), z.maximum(18))

const Tenants = z.array(Address).check(z.minLength(1), z.maxLength(100))

/** By the name of the SDK's function. */
export const INSTRUMENT_ACTS = {
  createInstrument: z.object({
    act: z.literal('createInstrument'),
    instrumentType: z.enum(['BOND', 'FUND', 'PRIVATE']),
    identifierType: z.enum(['ISIN', 'WKN', 'DOCUMENT_REFERENCE']),
    /** An ISIN or WKN as text; a document's fingerprint as 32 bytes of hex. */
    identifier: z.string().check(z.minLength(1), z.maxLength(66)),
    /** A unit is 10^-decimals. */
    decimals,
    details,
    /** Default the caller's tenant; another one where the caller's tenant is a data provider. */
    issuerAddr: z.optional(Address),
    /** Who answers registrations instead of the issuer. */
    depositaryAddr: z.optional(Address),
    /** Makes it a private placement: only these tenants may hold it. */
    whitelist: z.optional(Tenants),
    /** TO_IMPORT: its registries import from another registry first. */
    creationMark: z.optional(z.enum(['NONE', 'TO_IMPORT'])),
    ...transactionFields,
  }),
  reviseInstrument: z.object({
    act: z.literal('reviseInstrument'),
    instrumentId: InstrumentId,
    /** Complete: omitted fields are removed. */
    details,
    /** May change only while the instrument is in no registry. */
    decimals: z.optional(decimals),
    ...transactionFields,
  }),
  expireInstrument: z.object({
    act: z.literal('expireInstrument'),
    instrumentId: InstrumentId,
    ...transactionFields,
  }),
  makePublic: z.object({ act: z.literal('makePublic'), instrumentId: InstrumentId, ...transactionFields }),
  updateWhitelist: z.object({
    act: z.literal('updateWhitelist'),
    instrumentId: InstrumentId,
    tenants: Tenants,
    /** false takes them off; their holdings remain. */
    isWhitelisted: z.boolean(),
    ...transactionFields,
  }),
}

export const InstrumentAct = z.discriminatedUnion('act', [
  INSTRUMENT_ACTS.createInstrument,
  ...Object.values(INSTRUMENT_ACTS).filter((one) => one !== INSTRUMENT_ACTS.createInstrument),
])
